"""Sentences that go beside a p-value: said once for one test, counted for a batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from bakeoff.types import ArrayLike

ALPHA = 0.05  # a result does not know its reader's alpha; this is the one nearly everybody uses
ROUNDING = 1e-12  # a smallest p of 0.05 itself is within reach, whatever its last bit says


def where(holds: ArrayLike, sentence: str) -> tuple[str, ...]:
    """Return the sentence if it holds; for a batch, with the number of tests it holds for."""
    mask = np.asarray(holds, dtype=bool)
    if not mask.any():
        return ()
    if mask.ndim == 0:
        return (sentence,)
    return (f"{int(mask.sum())} of {mask.size} tests: {sentence}",)


def out_of_reach(smallest: ArrayLike, design: str, *sizes: Any) -> tuple[str, ...]:
    """Return the sentence for designs whose smallest p-value is above 0.05.

    `design` says what there is how many of, such as "{} discordant items"; `sizes` fill it.
    """
    least = np.asarray(smallest, dtype=np.float64)
    hopeless = least > ALPHA * (1.0 + ROUNDING)
    if not hopeless.any():
        return ()
    first = int(np.argmax(hopeless))
    filling = [int(np.broadcast_to(size, least.shape).flat[first]) for size in sizes]
    sentence = (
        f"with {design.format(*filling)} the smallest possible p is {least.flat[first]:.4g}: "
        f"this design cannot reach {ALPHA:g}"
    )
    if least.ndim == 0:
        return (sentence,)
    return (f"{int(hopeless.sum())} of {least.size} tests, the first: {sentence}",)
