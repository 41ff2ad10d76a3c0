"""What is in a file: found out without asking for a direction, and without stopping at a fault."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from bakeoff.data.assemble import assemble
from bakeoff.data.factors import SecondFactor
from bakeoff.data.layouts import LooksLikePredictions
from bakeoff.data.measure_choice import chosen_measures
from bakeoff.data.predictions import Predictions
from bakeoff.data.ranges import beyond
from bakeoff.data.read_predictions import read_predictions
from bakeoff.data.read_scores import read_rows, read_scores, saved_scores
from bakeoff.data.rows import Rows
from bakeoff.data.saving import SCORES_FORMAT
from bakeoff.data.scores import Scores
from bakeoff.data.split_labels import DoubledRows
from bakeoff.data.study_format import is_study
from bakeoff.data.tables import open_table
from bakeoff.data.unread import unread, usual
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import find

DESCRIPTION_FORMAT = "bakeoff-description-1"  # 1: the first


@dataclass(frozen=True, slots=True)
class Description:
    """What a source holds, what is wrong with it, and what to do next.

    `kind` is "scores", "predictions", or "table" where nothing says what the columns mean.
    """

    kind: str
    datasets: tuple[str, ...] = ()
    splits: int = 0
    algorithms: tuple[str, ...] = ()
    items: int | None = None
    measures: tuple[str, ...] = ()
    directions: Mapping[str, str | None] = field(default_factory=dict)
    design: str | None = None
    classes: tuple[str, ...] = ()
    positive: str | None = None
    missing: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    second_factors: Mapping[str, Sequence[str]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    next: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain Python values."""
        plain: dict[str, Any] = {"format": DESCRIPTION_FORMAT}
        for name in self.__slots__:
            value = getattr(self, name)
            if isinstance(value, Mapping):
                value = {key: _plain(part) for key, part in value.items()}
            plain[name] = _plain(value)
        return plain


@dataclass(frozen=True, slots=True)
class _Said:
    """What a person has settled already; the next command must say it again."""

    where: Mapping[str, Any] | None = None
    columns: Mapping[str, Any] | None = None
    measure: Sequence[str] | None = None
    y: str | None = None
    models: Sequence[str] | None = None
    positive: str | None = None

    @property
    def of_items(self) -> bool:
        """Whether something was said that only predictions have."""
        return not (self.y is None and self.models is None and self.positive is None)

    def options(self) -> list[str]:
        """Return what was said as options of the shell, without the measures."""
        words: list[tuple[str, str | None]] = [
            (option, f"{name}={value}")
            for option, pairs in (("where", self.where), ("column", self.columns))
            for name, values in (pairs or {}).items()
            for value in ([values] if isinstance(values, str) else values)
        ]
        models = None if self.models is None else ",".join(self.models)
        words += [("y", self.y), ("models", models), ("positive", self.positive)]
        return [f"--{option} {shlex.quote(word)}" for option, word in words if word is not None]


def describe(
    source: Any,
    *,
    where: Mapping[str, Any] | None = None,
    columns: Mapping[str, Any] | None = None,
    measure: Sequence[str] | None = None,
    y: str | None = None,
    models: Sequence[str] | None = None,
    positive: str | None = None,
) -> Description:
    """Return what a file, a list of files or a frame holds.

    A further factor, a missing or doubled cell, a measure whose direction is not known, or columns
    that say nothing are part of the answer, not errors. The choices are those of `read_scores` and
    of `read_predictions`.

    Examples
    --------
    >>> import pandas as pd
    >>> found = describe(pd.DataFrame({"dataset": ["iris", "wine"], "svm": [.9, None],
    ...                                "knn": [.8, .7]}))
    >>> found.kind, found.algorithms, found.missing
    ('scores', ('svm', 'knn'), ('wine/svm',))
    """
    said = _Said(where, columns, measure, y, models, positive)
    return _of_ours(source) or _described(source, said)


def _described(source: Any, said: _Said) -> Description:
    if said.of_items:
        return _of_items(source, None, said)
    try:
        rows = read_rows(source, where=said.where, columns=said.columns, measure=said.measure)
        rows = chosen_measures(rows, said.measure)
    except LooksLikePredictions:
        return _of_items(source, None, said)
    except SecondFactor as fault:
        first = {name: levels[0] for name, levels in fault.levels.items()}
        chosen = ", ".join(f"{name}={level}" for name, level in first.items())
        found = _described(source, replace(said, where={**(said.where or {}), **first}))
        return replace(
            found,
            second_factors={**found.second_factors, **fault.levels},
            problems=(f"{fault}; the numbers here are those of {chosen}", *found.problems),
        )
    except DoubledRows as fault:
        return Description("scores", doubled=tuple(fault.cells), problems=(str(fault),))
    except InvalidInput as fault:
        return _of_items(source, fault, said)
    return _of_rows(rows, said)


def _of_ours(source: Any) -> Description | None:
    """Describe what bakeoff wrote itself: saved scores, and the folder of a study."""
    saved = saved_scores(source)
    if saved is not None:
        return describe_scores(saved, f"written by bakeoff ({SCORES_FORMAT})")
    if is_study(source):
        return describe_scores(read_scores(source, missing="keep"), "the results of a study")
    return None


def _of_items(source: Any, fault: InvalidInput | None, said: _Said) -> Description:
    """Describe predictions; of a table that is neither these nor scores, its columns."""
    try:
        items = read_predictions(source, y=said.y, models=said.models, positive=said.positive)
        return _of_predictions(items, said)
    except InvalidInput as reason:
        told = reason if fault is None else fault
        try:
            frame = open_table(source).frame
        except InvalidInput:  # a group of files, or what is no table
            problems, steps = unread(source, told)
            return Description("table", problems=problems, next=steps)
    return Description(
        kind="table" if fault is not None else "predictions",
        items=len(frame),
        columns=tuple(str(name) for name in frame.columns),
        problems=(str(told),),
    )


def _of_rows(rows: Rows, said: _Said) -> Description:
    draft = assemble(rows)
    holes = np.argwhere(draft.missing)
    directions = {name: _direction(name, rows) for name in draft.measures}
    unknown = [name for name, direction in directions.items() if direction is None]
    problems = beyond(draft)
    if unknown == [""]:
        problems.append(
            "nothing says what the scores measure; pass measure= with a known name such as "
            "'accuracy', or higher_is_better=True or False"
        )
    elif unknown:
        problems.append(
            f"whether more is better is not known for {', '.join(unknown)}; pass "
            f"higher_is_better=True or False"
        )
    if len(holes):
        noun = "score is" if len(holes) == 1 else "scores are"
        problems.append(f"{len(holes)} {noun} missing; missing='drop' leaves out their data sets")
    if draft.doubled:
        problems.append(f"{len(draft.doubled)} cells are given more than once")
    found = Description(
        kind="scores",
        datasets=draft.datasets,
        splits=len(draft.splits),
        algorithms=draft.algorithms,
        measures=tuple(name or "(not named)" for name in draft.measures),
        directions={name or "(not named)": way for name, way in directions.items()},
        design=draft.design,
        missing=tuple(draft.cell(*(int(index) for index in hole)) for hole in holes),
        doubled=draft.doubled,
        notes=rows.notes,
        problems=tuple(problems),
    )
    return replace(found, next=_next_for_scores(found, said))


def _direction(name: str, rows: Rows) -> str | None:
    written = (rows.directions or {}).get(name)
    known = find(name)
    if written is None and known is None:
        return None
    up = written if known is None or written is not None else known.higher_is_better
    return "higher" if up else "lower"


def describe_scores(scores: Scores, origin: str) -> Description:
    """Return what scores hold that were read already, with a note on where they come from."""
    frame = scores.to_frame()
    holes = frame[frame["value"].isna()]
    cells = tuple(f"{row.dataset}/{row.algorithm}" for row in holes.itertuples())
    found = Description(
        kind="scores",
        datasets=scores.datasets,
        splits=len(scores.splits),
        algorithms=scores.algorithms,
        measures=scores.measures,
        directions={
            name: "higher" if up else "lower" for name, up in scores.higher_is_better.items()
        },
        design=scores.design,
        missing=cells,
        notes=(*scores.notes, origin),
    )
    return replace(found, next=_next_for_scores(found, _Said()))


def _of_predictions(predictions: Predictions, said: _Said) -> Description:
    scored = any(scores is not None for scores in predictions.scores)
    two = len(predictions.classes) == 2 and predictions.positive is not None
    measures = ("error", "auc") if scored and two else ("error",)
    problems: tuple[str, ...] = ()
    if predictions.positive is None and len(predictions.classes) == 2:
        classes = ", ".join(predictions.classes)
        problems = (f"which class is positive is not known; pass positive= one of {classes}",)
    asked = " ".join(["FILE", *said.options()])
    wanted = " ".join(f"--measure {shlex.quote(name)}" for name in said.measure or measures)
    steps = [f"measure it: bakeoff measure {asked} {wanted}"]
    if len(predictions.algorithms) > 1:
        steps.append(f"compare the algorithms: bakeoff predictions {asked}")
    return Description(
        kind="predictions",
        datasets=predictions.datasets,
        splits=len(predictions.splits),
        algorithms=predictions.algorithms,
        items=len(predictions),
        measures=measures,
        directions={name: "higher" if name == "auc" else "lower" for name in measures},
        classes=predictions.classes,
        positive=predictions.positive,
        notes=predictions.notes,
        problems=problems,
        next=tuple(steps),
    )


def _next_for_scores(found: Description, said: _Said) -> tuple[str, ...]:
    """Say which question these scores can answer, and how to ask it."""
    d, s, a = len(found.datasets), found.splits, len(found.algorithms)
    options = said.options()
    if len(found.measures) > 1 or said.measure or None in found.directions.values():
        known = [name for name, way in found.directions.items() if way is not None]
        options.append(f"--measure {shlex.quote(usual(known)) if known else 'NAME'}")
    options += ["--missing drop"] if found.missing else []
    asked = " ".join(["FILE", *options])
    over = f"{d} data sets" if d > 1 else f"{s} splits of one data set"
    if d > 1 and s > 1:
        over += f", means over {s} splits each"
    if d == 1 and s == 1:
        return (f"{_many(a)} with one score each: nothing can be tested; give splits",)
    if a == 1:
        return (f"{_many(a)} over {over}, against a number: bakeoff test mean_t {asked} --mu0 X",)
    return (f"{_many(a)} over {over}: bakeoff compare {asked}",)


def _many(algorithms: int) -> str:
    return {1: "one algorithm", 2: "two algorithms"}.get(algorithms, f"{algorithms} algorithms")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | list) else value
