"""Which column of a table of predictions means what."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.aliases import PREDICTION_ROLES, Role, roles_of, squeezed
from bakeoff.data.cells import numbers_of
from bakeoff.data.columns import no_column
from bakeoff.data.labels import label_text
from bakeoff.data.tables import Table
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

LABEL_WORDS = "pred predicted prediction predictions label class yhat"
SCORE_WORDS = "score scores prob probs proba probability decision confidence p"
LABEL_NAME = re.compile(
    rf"(?:(?P<model>.+)[ _.](?:{LABEL_WORDS.replace(' ', '|')})"
    rf"|(?:{LABEL_WORDS.replace(' ', '|')})[ _.](?P<after>.+))",
    re.IGNORECASE,
)
SCORE_NAME = re.compile(
    rf"(?:(?P<model>.+)[ _.](?:{SCORE_WORDS.replace(' ', '|')})"
    rf"|(?:{SCORE_WORDS.replace(' ', '|')})[ _.](?P<after>.+))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ModelColumns:
    """The columns of one model: its label, one score, or one score for every class."""

    label: str | None = None
    score: str | None = None
    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PredictionLayout:
    """What every column of a table of predictions means."""

    y: str
    keys: Mapping[Role, str]
    models: Mapping[str, ModelColumns]
    algorithm: str | None = None
    unused: tuple[str, ...] = ()


def recognise_predictions(
    table: Table,
    *,
    y: str | None = None,
    models: Sequence[str] | None = None,
    layout: str = "auto",
) -> PredictionLayout:
    """Find the truth, the keys of the items, and the columns of every model."""
    frame = table.frame
    names = [str(name) for name in frame.columns]
    truth = _truth(table, y)
    rest = [name for name in names if name != truth]
    roles = _roles(frame, rest, set(models or ()))
    classes = [label_text(value) for value in frame[truth].dropna().unique()]
    by_column = models is not None and any(name in rest for name in models)
    if layout == "long" or (layout == "auto" and not by_column and "algorithm" in roles):
        return _long(table, truth, rest, roles, classes)
    keys = {role: roles[role] for role in _KEYS if role in roles}
    rest = [name for name in rest if name not in keys.values()]
    if models is not None:
        chosen = _chosen(table, rest, list(models), classes, truth=truth)
        return PredictionLayout(truth, keys, chosen, unused=_unused(rest, chosen))
    found = _single(table, rest, roles, classes) or _by_name(table, rest, classes)
    if not found:
        raise InvalidInput(
            f"{table.name}: no column holds predictions beside the truth {truth!r}; its columns "
            f"are {', '.join(names[:20])}"
        )
    return PredictionLayout(truth, keys, found, unused=_unused(rest, found))


_KEYS: tuple[Role, ...] = ("dataset", "repeat", "fold", "item")


def _unused(rest: list[str], models: Mapping[str, ModelColumns]) -> tuple[str, ...]:
    used = {column for model in models.values() for column in _columns(model)}
    return tuple(name for name in rest if name not in used)


def _columns(model: ModelColumns) -> list[str]:
    found = [name for name in (model.label, model.score) if name is not None]
    return [*found, *model.classes.values()]


def _truth(table: Table, y: str | None) -> str:
    names = [str(name) for name in table.frame.columns]
    if y is not None:
        if y not in names:
            raise InvalidInput(f"y: {table.name} {no_column(table.frame, y)}")
        return y
    found = roles_of(names, PREDICTION_ROLES).get("y", [])
    if not found:
        raise InvalidInput(
            f"{table.name}: no column is known to hold the truth; pass y= with one of "
            f"{', '.join(names[:20])}"
        )
    order = [squeezed(word) for word in PREDICTION_ROLES["y"].split()]
    return min(found, key=lambda name: order.index(squeezed(name)))


def _roles(frame: pd.DataFrame, names: list[str], models: set[str]) -> dict[Role, str]:
    """Return the columns with telling names, where what they hold fits."""
    roles: dict[Role, str] = {}
    for role, candidates in roles_of(names, PREDICTION_ROLES).items():
        for name in candidates:
            if name in models or role in roles or role == "y":
                continue
            numbers = numbers_of(frame[name])
            finite = numbers.values[np.isfinite(numbers.values)]
            whole = bool((finite == np.floor(finite)).all())
            if role == "score" and numbers.is_text:
                continue
            if role in (*_KEYS, "algorithm") and not (numbers.is_text or whole):
                continue
            roles[role] = name
    return roles


def _long(
    table: Table, truth: str, rest: list[str], roles: Mapping[Role, str], classes: list[str]
) -> PredictionLayout:
    if "algorithm" not in roles:
        raise InvalidInput(
            f"{table.name}: no column names the algorithm; name one 'algorithm', or give the wide "
            f"form with one column per model"
        )
    keys = {role: roles[role] for role in _KEYS if role in roles}
    taken = {*keys.values(), roles["algorithm"]}
    model = _single(table, [name for name in rest if name not in taken], roles, classes)
    if not model:
        raise InvalidInput(
            f"{table.name}: no column holds what was predicted; name one 'predicted' or 'score'"
        )
    unused = _unused([name for name in rest if name not in taken], model)
    return PredictionLayout(truth, keys, model, algorithm=roles["algorithm"], unused=unused)


def _single(
    table: Table, rest: list[str], roles: Mapping[Role, str], classes: list[str]
) -> dict[str, ModelColumns]:
    """Return the columns of one model: predicted, score, and one named after every class."""
    label = roles.get("predicted")
    label = label if label in rest else None
    score = roles.get("score")
    score = score if score in rest else None
    by_class: dict[str, str] = {}
    for name in rest:
        if name in (label, score):
            continue
        found = _class_of(name, classes)
        if found is not None and not numbers_of(table.frame[name]).is_text:
            by_class.setdefault(found, name)
    if len(by_class) < len(classes) or len(classes) < 2:
        by_class = {}
    if by_class:
        score = None
    if label is None and score is None and not by_class:
        return {}
    return {table.name: ModelColumns(label, score, by_class)}


def _class_of(name: str, classes: list[str]) -> str | None:
    """Return the class whose score a column holds, by its name."""
    if name in classes and not name.lstrip("-").isdigit():
        return name
    match = re.fullmatch(rf"\.?(?:pred|{SCORE_WORDS.replace(' ', '|')})[ _.]?(?P<kind>.+)", name)
    return match["kind"] if match and match["kind"] in classes else None


def _by_name(table: Table, rest: list[str], classes: list[str]) -> dict[str, ModelColumns]:
    """Return the models of a wide table: by endings such as _pred, _score, _p0; else bare."""
    found: dict[str, ModelColumns] = {}
    bare: list[str] = []
    for name in rest:
        for_class = _model_and_class(name, classes)
        label, score = LABEL_NAME.fullmatch(name), SCORE_NAME.fullmatch(name)
        is_text = numbers_of(table.frame[name]).is_text
        if for_class is not None and not is_text:
            model, kind = for_class
            old = found.get(model, ModelColumns())
            found[model] = replace(old, classes={**old.classes, kind: name})
        elif label is not None and _holds_labels(table.frame[name], classes):
            model = label["model"] or label["after"]
            found[model] = replace(found.get(model, ModelColumns()), label=name)
        elif score is not None and not is_text:
            model = score["model"] or score["after"]
            found[model] = replace(found.get(model, ModelColumns()), score=name)
        else:
            bare.append(name)
    strange = []
    for name in bare:
        columns = _bare(table.frame, name, classes)
        if columns is None:
            strange.append(name)
        else:
            found[name] = _with(found.get(name, ModelColumns()), columns)
    if strange:
        wrong = "column {} holds" if len(strange) == 1 else "columns {} hold"
        others = f", such as {', '.join(list(found)[:3])}" if found else ""
        raise InvalidInput(
            f"{table.name}: the {wrong.format(', '.join(strange[:8]))} neither labels nor scores; "
            f"pass models=[...] with the columns to compare{others}"
        )
    order = {name: place for place, name in enumerate(rest)}
    return dict(sorted(found.items(), key=lambda item: min(order[c] for c in _columns(item[1]))))


def _with(known: ModelColumns, bare: ModelColumns) -> ModelColumns:
    """Return a model's columns with the one that bears its bare name: `svm` beside `svm_score`."""
    return replace(
        known,
        label=known.label if bare.label is None else bare.label,
        score=known.score if bare.score is None else bare.score,
    )


def _model_and_class(name: str, classes: list[str]) -> tuple[str, str] | None:
    words = SCORE_WORDS.replace(" ", "|")
    for kind in sorted(classes, key=len, reverse=True):
        match = re.fullmatch(
            rf"(?P<model>.+?)[ _.](?:{words})?[ _.]?{re.escape(kind)}", name, re.IGNORECASE
        )
        if match and not re.fullmatch(words, match["model"], re.IGNORECASE):
            return match["model"], kind
    return None


def _model_of(name: str, classes: list[str]) -> str | None:
    """Return the model that a column's name speaks of: `svm` in `svm_score` and `svm_p0`."""
    for_class = _model_and_class(name, classes)
    if for_class is not None:
        return for_class[0]
    match = LABEL_NAME.fullmatch(name) or SCORE_NAME.fullmatch(name)
    return None if match is None else match["model"] or match["after"]


def _holds_labels(column: pd.Series[Any], classes: list[str]) -> bool:
    known = set(classes)
    values = column.dropna().unique()
    return len(values) > 0 and all(label_text(value) in known for value in values)


def _bare(frame: pd.DataFrame, name: str, classes: list[str]) -> ModelColumns | None:
    if _holds_labels(frame[name], classes):
        return ModelColumns(label=name)
    if not numbers_of(frame[name]).is_text:
        return ModelColumns(score=name)
    # words, most of them classes: a model may also name a class that these items do not have
    known = frame[name].dropna().map(label_text).isin(classes)
    return ModelColumns(label=name) if 2 * known.sum() > len(known) else None


def _chosen(
    table: Table, rest: list[str], models: list[str], classes: list[str], *, truth: str
) -> dict[str, ModelColumns]:
    """Return the models asked for: names of columns, or what stands before _pred or _score."""
    relatives = [name for name in rest if name in models or _model_of(name, classes) in models]
    alone = all(name in rest for name in models)
    known = _by_name(table, relatives if alone else rest, classes) if relatives != models else {}
    found: dict[str, ModelColumns] = {}
    for name in models:
        if name in known:
            found[name] = known[name]
            continue
        if name not in rest:
            raise InvalidInput(f"models: {table.name} {no_column(table.frame, name)}")
        columns = _bare(table.frame, name, classes)
        if columns is None:
            raise InvalidInput(
                f"models: the column {name!r} holds neither labels of {truth!r} nor numbers"
            )
        found[name] = columns
    if not found:
        raise InvalidInput("models must name at least one column")
    return found
