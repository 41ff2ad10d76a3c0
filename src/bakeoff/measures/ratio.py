"""A quotient of counts: NaN, and no warning, where nothing is divided by nothing."""

from __future__ import annotations

import numpy as np

from bakeoff.types import ArrayLike, FloatArray, Values


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> FloatArray:
    """Return numerator / denominator, NaN wherever the denominator is 0."""
    above, below = np.broadcast_arrays(numerator, denominator)
    quotient: FloatArray = np.full(above.shape, np.nan)
    np.divide(above, below, out=quotient, where=below != 0)
    return quotient


def number(values: FloatArray) -> Values:
    """Return an array without axes as a Python float, any other array as it is."""
    return float(values) if np.ndim(values) == 0 else values
