"""Names for the types that cross rooms; holds no code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

ArrayLike: TypeAlias = npt.ArrayLike
TableLike: TypeAlias = Any
"""A 2-D (or batched) array, a nested list, or a data frame whose columns name the algorithms."""

Values: TypeAlias = float | FloatArray
"""A number, or an array of them when the data had leading batch axes."""

Alternative: TypeAlias = Literal["two-sided", "less", "greater"]
Names: TypeAlias = Sequence[str | int]
Rng: TypeAlias = np.random.Generator | int | None
