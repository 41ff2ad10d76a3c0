"""Frames of any library, and arrays with names, as one frame."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.data.files import wrong_names
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd


def is_frame(source: Any) -> bool:
    """Whether something is a frame of pandas, polars, pyarrow or another library."""
    if hasattr(source, "iloc") and hasattr(source, "columns"):
        return True
    if not any(name in sys.modules for name in ("polars", "pyarrow", "modin", "cudf", "narwhals")):
        return False
    from narwhals.stable.v1 import dependencies

    return bool(dependencies.is_into_dataframe(source))


def from_frame(source: Any) -> pd.DataFrame:
    """Return a frame of any library as one of pandas; an index that says something is a column."""
    import pandas as pd

    if isinstance(source, pd.DataFrame):
        return with_index(source)
    import narwhals.stable.v1 as nw

    frame = nw.from_native(source, eager_only=True)
    return pd.DataFrame({str(name): frame[name].to_list() for name in frame.columns})


def with_index(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose index, where it says something, is a column."""
    import pandas as pd

    if frame.columns.nlevels > 1:
        raise InvalidInput(
            "the frame's columns have several levels; flatten them, or give the long form"
        )
    if isinstance(frame.index, pd.RangeIndex) and frame.index.name is None:
        return frame.copy(deep=False)
    if frame.index.nlevels == 1 and frame.index.name is None:
        if pd.api.types.is_integer_dtype(frame.index.dtype):
            return frame.reset_index(drop=True)  # what a selection of rows leaves behind
        frame = frame.rename_axis(index="Unnamed: 0")
    taken = [str(name) for name in frame.index.names if name in frame.columns]
    if taken:
        raise InvalidInput(f"the frame has an index and a column of the name {taken[0]!r}")
    return frame.reset_index()


def from_array(source: Any, columns: Sequence[str] | None) -> pd.DataFrame:
    """Return a 2-D array, or a list of rows, as a frame; without names columns are numbered."""
    import pandas as pd

    try:
        array = np.asarray(source)
        numbers = array if array.dtype.kind in "biuf" else np.asarray(source, dtype=np.float64)
    except (TypeError, ValueError) as reason:
        raise InvalidInput(
            f"an array of scores must be rows of numbers, all of one length ({reason}); names of "
            f"rows and columns go to datasets= and algorithms="
        ) from None
    if numbers.ndim != 2 or numbers.size == 0:
        raise InvalidInput(
            f"an array of scores must be 2-D, data sets x algorithms, with at least one of each; "
            f"it had the shape {numbers.shape}"
        )
    if columns is None:
        columns = [str(place) for place in range(numbers.shape[1])]
    if len(columns) != numbers.shape[1]:
        raise InvalidInput(wrong_names("the array", numbers.shape[1], columns))
    return pd.DataFrame(numbers, columns=[str(name) for name in columns])
