"""What a measure can be: scores beyond its bounds are an error, unless they are percent."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from bakeoff.data.assemble import Draft
from bakeoff.data.scores import Scores
from bakeoff.measures.registry import find
from bakeoff.types import BoolArray, FloatArray

Held: TypeAlias = Draft | Scores

SLACK = 1e-9  # by which a mean of many numbers may miss a bound
CLEARLY = 1.5  # from here on a score is percent, and no fraction with a slip of rounding
FAR = 10.0  # beyond any fraction, whatever slipped
SOME = 0.25


def beyond(scores: Held) -> list[str]:
    """Return a sentence for each measure with scores that it cannot have.

    Scores of a measure that ends at 1 may be percent: then they end at 100.
    """
    return [
        sentence
        for place, name in enumerate(scores.measures)
        if (sentence := _beyond(scores, name, scores.values[..., place])) is not None
    ]


def _beyond(scores: Held, name: str, values: FloatArray) -> str | None:
    known = find(name)
    if known is None:
        return None
    percent = known.high == 1 and are_percent(values, up=known.higher_is_better)
    low, high = known.low * (100 if percent else 1), 100.0 if percent else known.high
    bad: BoolArray = (values < low - SLACK) | (values > high + SLACK)  # what is missing is neither
    if not bad.any():
        return None
    d, split, a = (int(place) for place in np.argwhere(bad)[0])
    others = f", and {int(bad.sum()) - 1} more" if bad.sum() > 1 else ""
    bounds = f"lie in {low:g} to {high:g}"
    if not np.isfinite(high):
        bounds = f"be {low:g} or more"
    elif not np.isfinite(low):
        bounds = f"be {high:g} or less"
    return (
        f"{name} must {bounds}; {scores.algorithms[a]} on {scores.datasets[d]} has "
        f"{values[d, split, a]:.4g}{others}; if it is another measure, name it with measure="
    )


def are_percent(values: FloatArray, *, up: bool) -> bool:
    """Whether scores of a measure that ends at 1 are percent: most are beyond any fraction.

    Errors in percent may well be below 1: there one far beyond, or a quarter of them, is enough.
    """
    known = values[np.isfinite(values)]
    if not known.size or known.max() <= CLEARLY:
        return False
    if up:
        return bool(np.median(known) > CLEARLY)
    return bool(known.max() > FAR or np.mean(known > 1.0) >= SOME)
