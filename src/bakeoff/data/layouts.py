"""How a table of scores is laid out: the layouts that programs write, recognised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from bakeoff.data.aliases import PREDICTION_ROLES, Role, roles_of, squeezed
from bakeoff.data.columns import Columns, checked_roles, listed, no_column, roles_of_columns
from bakeoff.data.score_columns import is_known, value_columns
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.types import FloatArray

Kind: TypeAlias = Literal["long", "wide", "resamples", "measures"]
TRUTHS = frozenset({"y", "ytrue", "truth", "true", "obs", "actual", "truelabel", "trueclass"})
ANSWERS = frozenset({"pred", "predicted", "prediction", "ypred", "yscore", "score", "probability"})
ALONE = frozenset({"ytrue", "truth", "obs", "pred", "predicted", "ypred", "yscore", "outcome"})
MOST_CLASSES = 20
RUN_LENGTH = 4  # rows that a factor's level lasts on average, at the least


class LooksLikePredictions(InvalidInput):
    """A table holds predictions of items, not scores."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What every column of a table of scores means."""

    kind: Kind
    algorithm: str | None = None
    datasets: tuple[str, ...] = ()
    splits: Mapping[Role, str] = field(default_factory=dict)
    measure: str | None = None
    values: tuple[str, ...] = ()
    extras: Mapping[Role, str] = field(default_factory=dict)
    unused: tuple[str, ...] = ()
    factors: tuple[str, ...] = ()


def recognise(
    table: Table,
    *,
    layout: str = "auto",
    columns: Mapping[str, Any] | None = None,
    algorithms: Sequence[str] | None = None,
    measure: Sequence[str] | None = None,
) -> Layout:
    """Find out what the columns of a table mean; `columns` gives roles by hand."""
    known = Columns(table, checked_roles(table, columns or {}))
    roles = roles_of_columns(known)
    if layout == "auto":
        _refuse_predictions(known, by_algorithm="algorithm" in roles)
    if layout == "long" or (layout == "auto" and "algorithm" in roles and algorithms is None):
        return _long(known, roles, measure)
    return _wide(known, roles, measure, algorithms)


def _refuse_predictions(known: Columns, *, by_algorithm: bool) -> None:
    """Stop where the columns' names tell of a truth, and of what was predicted."""
    names = {squeezed(name) for name in known.names if name not in _given(known)}
    telling = TRUTHS & names and ANSWERS & names if by_algorithm else ALONE & names
    if telling or (not by_algorithm and _has_truth(known)):
        raise LooksLikePredictions(
            f"{known.table.name} looks like predictions (it has the columns "
            f"{', '.join(known.names[:4])}); read it with read_predictions"
        )


def _has_truth(known: Columns) -> bool:
    """Whether a column is called as a truth is, and holds few labels again and again."""
    given = _given(known)
    named = roles_of([name for name in known.names if name not in given], PREDICTION_ROLES)
    for name in named.get("y", []):
        levels = known.frame[name].nunique()
        labels = known.is_text(name) or known.is_whole(name)
        if labels and levels <= MOST_CLASSES and 2 * levels <= len(known.frame):
            return True
    return False


def _given(known: Columns) -> set[str]:
    return {name for given in known.chosen.values() for name in listed(given)}


def _split_columns(roles: Mapping[Role, str]) -> dict[Role, str]:
    order: tuple[Role, ...] = ("repeat", "fold", "split", "run", "seed")
    return {role: roles[role] for role in order if role in roles}


def _extras(roles: Mapping[Role, str]) -> dict[Role, str]:
    order: tuple[Role, ...] = ("n_train", "n_test", "higher_is_better", "design", "options")
    return {role: roles[role] for role in order if role in roles}


def _datasets(known: Columns, roles: Mapping[Role, str]) -> tuple[str, ...]:
    if "dataset" in known.chosen:
        return tuple(listed(known.chosen["dataset"]))
    return (roles["dataset"],) if "dataset" in roles else ()


def _long(known: Columns, roles: dict[Role, str], measure: Sequence[str] | None) -> Layout:
    if "algorithm" not in roles:
        raise InvalidInput(
            f"{known.table.name}: no column names the algorithm; pass "
            f"columns={{'algorithm': NAME}} with one of {', '.join(known.names[:20])}"
        )
    datasets = _datasets(known, roles)
    if not datasets:
        unnamed = [name for name in known.names if name == "" and known.is_text(name)]
        datasets = tuple(unnamed)
    splits = _split_columns(roles)
    tidy = "measure" in roles and "value" in roles
    ids = {roles["algorithm"], *datasets, *splits.values(), *_extras(roles).values()}
    values = (roles["value"],) if tidy else value_columns(known, roles, ids, measure)
    used = ids | set(values) | ({roles["measure"]} if tidy else set())
    return Layout(
        kind="long",
        algorithm=roles["algorithm"],
        datasets=datasets,
        splits=splits,
        measure=roles["measure"] if tidy else None,
        values=values,
        extras=_extras(roles),
        unused=tuple(name for name in known.names if name not in used),
    )


def _resamples(known: Columns) -> Layout | None:
    """Return the layout of one algorithm's file: data sets down, resamples 0, 1, ... across."""
    first, *rest = known.names
    if not known.is_text(first) or not _is_resamples(rest):
        return None
    return Layout(kind="resamples", datasets=(first,), values=tuple(rest))


def _wide(
    known: Columns,
    roles: dict[Role, str],
    measure: Sequence[str] | None,
    algorithms: Sequence[str] | None,
) -> Layout:
    resamples = _resamples(known) if algorithms is None else None
    if resamples is not None:
        return resamples
    splits = _split_columns(roles)
    datasets = _datasets(known, roles) or _first_names(known, splits)
    ids = {*datasets, *splits.values(), *_extras(roles).values()}
    factors = () if datasets or algorithms is not None else _factor_columns(known, ids)
    ids |= set(factors)
    rest = [name for name in known.names if name not in ids]
    if algorithms is not None:
        absent = [name for name in algorithms if name not in rest]
        if absent:
            raise InvalidInput(
                f"algorithms: {known.table.name} {no_column(known.frame, absent[0])}"
            )
        values = tuple(str(name) for name in algorithms)
    else:
        values = tuple(name for name in rest if not known.is_text(name))
    kind: Kind = "wide"
    if algorithms is None and any(is_known(name) for name in values):
        kind = "measures"
        values = value_columns(known, roles, ids | set(rest).difference(values), measure)
    if not values:
        raise InvalidInput(
            f"{known.table.name}: no column holds numbers, so there is nothing to compare; its "
            f"columns are {', '.join(known.names[:20])}"
        )
    used = {*datasets, *splits.values(), *_extras(roles).values(), *values}
    return Layout(
        kind=kind,
        datasets=datasets,
        splits=splits,
        values=values,
        extras=_extras(roles),
        unused=tuple(name for name in known.names if name not in used),
        factors=factors,
    )


def _is_resamples(values: Sequence[str]) -> bool:
    """Whether the columns are named 0, 1, 2, ...: the resamples of one algorithm."""
    numbers = [str(place) for place in range(len(values) + 1)]
    return len(values) > 1 and list(values) in (numbers[:-1], numbers[1:])


def _first_names(known: Columns, splits: Mapping[Role, str]) -> tuple[str, ...]:
    """Return the column that names the rows where none says so: unnamed, text, or a counter."""
    taken = set(splits.values())
    first = next((name for name in known.names if name not in taken), "")
    if first not in known.names:
        return ()
    if not known.is_text(first):
        return (first,) if _counts_rows(known, first) else ()
    if first and not splits and known.frame[first].duplicated().any():
        raise InvalidInput(
            f"{known.table.name}: what {first!r} names is not known, and its names repeat; pass "
            f"columns={{'dataset': {first!r}}} if the rows of a name are the splits of a data set, "
            f"or columns={{'algorithm': {first!r}}} if they are the runs of an algorithm"
        )
    return (first,)


def _counts_rows(known: Columns, name: str) -> bool:
    values = known.as_numbers(name).values
    if len(values) < 2 or not np.isfinite(values).all():
        return False
    return values[0] in (0, 1) and bool((np.diff(values) == 1).all())


def _factor_columns(known: Columns, ids: set[str]) -> tuple[str, ...]:
    """Return the columns of words, and the leading ones whose levels stand in blocks of rows."""
    rest = [name for name in known.names if name not in ids]
    found = [name for name in rest if known.is_text(name)]
    for name in rest:
        if name in found:
            continue
        if not _in_blocks(known.as_numbers(name).values):
            break
        found.append(name)
    return tuple(name for name in rest if name in found)


def _in_blocks(values: FloatArray) -> bool:
    """Whether equal values stand together in long runs, and there are more than two of them."""
    changes = int((values[1:] != values[:-1]).sum())
    return (changes + 1) * RUN_LENGTH <= len(values) and len(np.unique(values)) > 2
