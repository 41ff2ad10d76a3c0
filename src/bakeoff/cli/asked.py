"""What a person asked for on the command line, and how the files are read for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

import numpy as np

from bakeoff.cli.options import source_of
from bakeoff.data.aliases import squeezed
from bakeoff.data.layouts import LooksLikePredictions
from bakeoff.data.predictions import Predictions
from bakeoff.data.read_predictions import read_predictions
from bakeoff.data.read_scores import read_scores
from bakeoff.data.scores import Scores
from bakeoff.data.tables import open_matrix
from bakeoff.errors import InvalidInput
from bakeoff.measures.registry import alike, find

TRUTHS = frozenset({"y", "ytrue", "truth", "target", "label", "class"})
NO_TRUTH = "no column is known to hold the truth"
NO_HEADER = "has no header line"
NO_DIRECTION = ("whether more is better is not known", "nothing says what the scores measure")


@dataclass(frozen=True, slots=True)
class Asked:
    """The files, and what was said about them."""

    files: Sequence[str]
    a: str | None = None
    b: str | None = None
    dataset: str | None = None
    measures: Sequence[str] | None = None
    models: Sequence[str] | None = None
    positive: str | None = None
    y: str | None = None
    where: Mapping[str, Any] | None = None
    columns: Mapping[str, Any] | None = None
    missing: str = "error"
    higher_is_better: bool | None = None

    @property
    def names(self) -> str:
        """The files, for a sentence."""
        shown = ", ".join("standard input" if name == "-" else name for name in self.files[:3])
        return f"{shown} and {len(self.files) - 3} more" if len(self.files) > 3 else shown

    @property
    def speaks_of_items(self) -> bool:
        """Whether something was said that only predictions have."""
        return self.positive is not None or self.y is not None


@dataclass(frozen=True, slots=True)
class Found:
    """Scores, with the measures whose direction nobody knows."""

    scores: Scores
    unknown: frozenset[str] = frozenset()

    def higher_is_better(self, measure: str) -> bool | None:
        """Return the direction of a measure, or None where it is not known."""
        return None if measure in self.unknown else self.scores.higher_is_better[measure]


def read(asked: Asked, *, design: str | None = None, holes: bool = False) -> Found | Predictions:
    """Return the scores or the predictions that the files hold.

    `holes` keeps missing scores. The direction of a measure may stay unknown; nobody guesses it.
    """
    if asked.speaks_of_items:
        return predictions_of(asked)
    try:
        found = _scores(asked, design, holes=holes)
    except LooksLikePredictions:
        return predictions_of(asked)
    except InvalidInput as fault:
        try:
            return predictions_of(asked)
        except InvalidInput as other:
            raise (fault if NO_TRUTH in str(other) else other) from None
    return predictions_of(asked) if _holds_a_truth(found.scores) else found


def _holds_a_truth(scores: Scores) -> bool:
    """Whether a column that was taken for an algorithm is the truth of a file of predictions."""
    for place, name in enumerate(scores.algorithms):
        if squeezed(name) in TRUTHS:
            values = scores.values[:, :, place, 0]
            return bool((values == np.floor(values)).all())
    return False


def predictions_of(asked: Asked) -> Predictions:
    """Return the predictions that the files hold."""
    return read_predictions(
        source_of(asked.files),
        positive=asked.positive,
        y=asked.y,
        models=asked.models,
        missing=_missing(asked),
    )


def scores_of(asked: Asked, *, design: str | None = None, holes: bool = False) -> Found:
    """Return scores: those of the files, or the measures asked for of predictions in them."""
    found = read(asked, design=design, holes=holes)
    if isinstance(found, Found):
        return found
    if not asked.measures:
        raise InvalidInput(
            f"{asked.names} holds predictions, and this takes scores: pass --measure with what to "
            f"measure them by, such as error"
        )
    measured = found.measure(*asked.measures)
    return Found(replace(measured, notes=(*measured.notes, "the scores were measured here")))


def _scores(asked: Asked, design: str | None, *, holes: bool) -> Found:
    """Read scores; where the direction is not known, read them without one."""
    try:
        return Found(_read_scores(asked, asked.higher_is_better, design, holes=holes))
    except InvalidInput as fault:
        if asked.higher_is_better is not None or not str(fault).startswith(NO_DIRECTION):
            raise
    scores = _read_scores(asked, direction=True, design=design, holes=holes)
    known = {name: found.higher_is_better for name in scores.measures if (found := find(name))}
    notes = [
        f"{name} is no measure that is known by name; did you mean {', '.join(meant)}?"
        for name in scores.measures
        if name not in known and (meant := alike(name))
    ]
    scores = replace(
        scores,
        higher_is_better={**scores.higher_is_better, **known},
        notes=(*scores.notes, *notes),
    )
    return Found(scores, frozenset(scores.measures) - known.keys())


def _read_scores(
    asked: Asked,
    direction: bool | None,
    design: str | None,
    *,
    holes: bool,
) -> Scores:
    measures = None if asked.measures is None else list(asked.measures)
    choices: dict[str, Any] = {
        "measure": measures[0] if measures is not None and len(measures) == 1 else measures,
        "higher_is_better": direction,
        "where": asked.where,
        "columns": asked.columns,
        "design": design,
        "missing": "keep" if holes and asked.missing == "error" else asked.missing,
    }
    source = source_of(asked.files)
    try:
        scores = read_scores(source, **choices)
    except InvalidInput as fault:
        if NO_HEADER not in str(fault) or not isinstance(source, str):
            raise
        width = open_matrix(source).shape[1]
        names = [f"column {place + 1}" for place in range(width)]
        scores = read_scores(source, algorithms=names, **choices)
    return scores if asked.models is None else scores.select(algorithms=asked.models)


def _missing(asked: Asked) -> Literal["error", "drop"]:
    return cast("Literal['error', 'drop']", asked.missing)
