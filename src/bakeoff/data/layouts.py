"""Which column of a table means what: the layouts that programs write, recognised."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from bakeoff.data.aliases import SCORE_ROLES, Role, roles_of, squeezed
from bakeoff.data.cells import Numbers, numbers_of
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find
from bakeoff.types import FloatArray

if TYPE_CHECKING:
    import pandas as pd

Kind: TypeAlias = Literal["long", "wide", "resamples", "measures"]

AVERAGED = re.compile(r"^(mean|avg|average)[ _.-]|[ _.-](mean|avg|average)$", re.IGNORECASE)
SPREAD = re.compile(r"(^|[ _.-])(std|sd|stdev|standard[ _.-]deviation|se|stderr)$", re.IGNORECASE)
PARTS_OF_DATA = frozenset({"train", "training", "test", "testing", "valid", "validation", "dev"})
PREDICTION_LIKE = frozenset({"ytrue", "truth", "obs", "pred", "predicted", "ypred", "yscore"})
RUN_LENGTH = 4  # rows that a factor's level lasts on average, at the least
MANY = 50  # levels that a second factor has at the most


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


@dataclass(slots=True)
class _Columns:
    """The columns of one table while their meaning is being found."""

    table: Table
    chosen: Mapping[Role, Any]
    numbers: dict[str, Numbers] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        return self.table.frame

    @property
    def names(self) -> list[str]:
        return [str(name) for name in self.frame.columns]

    def as_numbers(self, name: str) -> Numbers:
        if name not in self.numbers:
            self.numbers[name] = numbers_of(self.frame[name])
        return self.numbers[name]

    def is_number(self, name: str) -> bool:
        read = self.as_numbers(name)
        return read.any_number and not read.is_text

    def is_text(self, name: str) -> bool:
        return self.as_numbers(name).is_text

    def is_whole(self, name: str) -> bool:
        if self.frame[name].dtype.kind in "iu":
            return True
        values = self.as_numbers(name).values
        known = values[np.isfinite(values)]
        return len(known) > 0 and bool((known == np.floor(known)).all())


def recognise(
    table: Table,
    *,
    layout: str = "auto",
    columns: Mapping[str, Any] | None = None,
    algorithms: Sequence[str] | None = None,
    measure: Sequence[str] | None = None,
) -> Layout:
    """Find out what the columns of a table mean; `columns` gives roles by hand."""
    known = _Columns(table, _checked_roles(table, columns or {}))
    roles = _roles(known)
    if layout == "long" or (layout == "auto" and "algorithm" in roles and algorithms is None):
        return _long(known, roles, measure)
    return _wide(known, roles, measure, algorithms, layout)


def averaged_name(name: str) -> str:
    """Return a measure's name without a word that says it is an average."""
    return AVERAGED.sub("", name)


def is_known(name: str) -> bool:
    """Whether a column bears the name of a measure whose direction is known."""
    return find(averaged_name(name)) is not None


def same_measure(first: str, second: str) -> bool:
    """Whether two names mean the same measure."""
    if squeezed(first) == squeezed(second):
        return True
    a, b = find(averaged_name(first)), find(averaged_name(second))
    return a is not None and b is not None and a.name == b.name


def _checked_roles(table: Table, columns: Mapping[str, Any]) -> dict[Role, Any]:
    for role, given in columns.items():
        if role not in SCORE_ROLES:
            raise InvalidInput(
                f"columns must map roles ({', '.join(SCORE_ROLES)}) to columns; {role!r} is no role"
            )
        for name in _listed(given):
            if name not in table.frame.columns:
                raise InvalidInput(f"columns: {table.name} {no_column(table.frame, name)}")
    return {role: columns[role] for role in SCORE_ROLES if role in columns}


def no_column(frame: pd.DataFrame, name: str) -> str:
    """Say that a frame has no such column, and which ones it has."""
    known = [str(column) or "(unnamed)" for column in frame.columns]
    more = f" and {len(known) - 20} more" if len(known) > 20 else ""
    return f"has no column {name!r}; it has {', '.join(known[:20])}{more}"


def _listed(given: Any) -> list[str]:
    return [given] if isinstance(given, str) else [str(name) for name in given]


def _roles(known: _Columns) -> dict[Role, str]:
    """Return the column of each role: those given, then those with a telling name."""
    taken = {name for given in known.chosen.values() for name in _listed(given)}
    found = roles_of([name for name in known.names if name not in taken], SCORE_ROLES)
    roles: dict[Role, str] = {}
    for role, candidates in found.items():
        if role in known.chosen:
            continue
        order = [squeezed(word) for word in SCORE_ROLES[role].split()]
        fitting = [name for name in candidates if _fits(known, role, name)]
        if fitting:
            roles[role] = min(fitting, key=lambda name: order.index(squeezed(name)))
    for chosen, given in known.chosen.items():
        roles[chosen] = _listed(given)[0]
    return roles


def _fits(known: _Columns, role: Role, name: str) -> bool:
    """Whether what a column holds fits the role that its name suggests."""
    if role in ("value", "n_train", "n_test", "higher_is_better"):
        return known.is_number(name)
    if role in ("fold", "split", "repeat", "run", "seed"):
        if known.is_whole(name) and not known.is_text(name):
            return True
        levels = {str(level).strip().lower() for level in known.frame[name].unique()[:MANY]}
        return known.is_text(name) and not levels <= PARTS_OF_DATA
    if role == "measure":
        return known.is_text(name)
    return known.is_text(name) or known.is_whole(name)


def _split_columns(roles: Mapping[Role, str]) -> dict[Role, str]:
    order: tuple[Role, ...] = ("repeat", "fold", "split", "run", "seed")
    return {role: roles[role] for role in order if role in roles}


def _extras(roles: Mapping[Role, str]) -> dict[Role, str]:
    order: tuple[Role, ...] = ("n_train", "n_test", "higher_is_better", "design", "options")
    return {role: roles[role] for role in order if role in roles}


def _datasets(known: _Columns, roles: Mapping[Role, str]) -> tuple[str, ...]:
    if "dataset" in known.chosen:
        return tuple(_listed(known.chosen["dataset"]))
    return (roles["dataset"],) if "dataset" in roles else ()


def _long(known: _Columns, roles: dict[Role, str], measure: Sequence[str] | None) -> Layout:
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
    values = (roles["value"],) if tidy else _value_columns(known, roles, ids, measure)
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


def _value_columns(
    known: _Columns, roles: Mapping[Role, str], ids: set[str], measure: Sequence[str] | None
) -> tuple[str, ...]:
    """Return the columns that hold scores: those asked for, or those whose name is known."""
    rest = [name for name in known.names if name not in ids]
    numeric = [name for name in rest if known.is_number(name)]
    if measure is not None:
        return tuple(_asked(known, rest, wanted) for wanted in measure)
    if "value" in known.chosen:
        return tuple(_listed(known.chosen["value"]))
    familiar = [name for name in numeric if is_known(name)]
    if familiar:
        return tuple(familiar)
    if "value" in roles:
        return (roles["value"],)
    plain = [name for name in numeric if not _is_spread(name)]
    if len(plain) == 1:
        return (plain[0],)
    if not plain:
        raise InvalidInput(
            f"{known.table.name}: no column holds scores; its columns are "
            f"{', '.join(known.names[:20])}"
        )
    raise InvalidInput(
        f"{known.table.name}: which column holds the scores? pass measure= with one of "
        f"{', '.join(plain[:20])}"
    )


def _asked(known: _Columns, rest: list[str], wanted: str) -> str:
    if wanted in rest:
        return wanted
    alike = [name for name in rest if same_measure(name, wanted) and not _is_spread(name)]
    if alike:
        return alike[0]
    numeric = [name for name in rest if known.is_number(name)]
    if len(numeric) == 1 and not is_known(numeric[0]):
        return numeric[0]  # the one column of numbers, called something like `value`
    raise InvalidInput(
        f"{known.table.name}: no column holds the measure {wanted!r}; columns of numbers are "
        f"{', '.join(numeric[:20])}"
    )


def _is_spread(name: str) -> bool:
    return bool(SPREAD.search(name))


def _resamples(known: _Columns) -> Layout | None:
    """Return the layout of one algorithm's file: data sets down, resamples 0, 1, ... across."""
    first, *rest = known.names
    if not known.is_text(first) or not _is_resamples(rest):
        return None
    return Layout(kind="resamples", datasets=(first,), values=tuple(rest))


def _wide(
    known: _Columns,
    roles: dict[Role, str],
    measure: Sequence[str] | None,
    algorithms: Sequence[str] | None,
    layout: str,
) -> Layout:
    if layout == "auto" and PREDICTION_LIKE & {squeezed(name) for name in known.names}:
        raise LooksLikePredictions(
            f"{known.table.name} looks like predictions (it has the columns "
            f"{', '.join(known.names[:4])}); read it with read_predictions"
        )
    resamples = _resamples(known) if algorithms is None else None
    if resamples is not None:
        return resamples
    datasets = _datasets(known, roles) or _first_names(known, roles)
    splits = _split_columns(roles)
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
        values = _value_columns(known, roles, ids | set(rest).difference(values), measure)
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


def _first_names(known: _Columns, roles: Mapping[Role, str]) -> tuple[str, ...]:
    """Return the column that names the rows where none says so: unnamed, text, or a counter."""
    taken = set(_split_columns(roles).values())
    rest = [name for name in known.names if name not in taken]
    if rest and (known.is_text(rest[0]) or _counts_rows(known, rest[0])):
        return (rest[0],)
    return ()


def _counts_rows(known: _Columns, name: str) -> bool:
    values = known.as_numbers(name).values
    return len(values) > 1 and values[0] in (0, 1) and bool((np.diff(values) == 1).all())


def _factor_columns(known: _Columns, ids: set[str]) -> tuple[str, ...]:
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
    changes = int((np.diff(values) != 0).sum())
    return (changes + 1) * RUN_LENGTH <= len(values) and len(np.unique(values)) > 2
