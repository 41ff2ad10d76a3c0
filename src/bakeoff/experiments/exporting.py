"""A study's results as Parquet files, for other programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.data.study_measures import RECORDED
from bakeoff.errors import InvalidInput, StudyError

if TYPE_CHECKING:
    import pandas as pd

    from bakeoff.experiments.results import StudyResults

NESTED = ("warnings", "chosen", "versions")  # mappings and lists: written as JSON


def export(results: StudyResults, folder: Path) -> list[Path]:
    """Write scores.parquet, cells.parquet and, where they were kept, predictions.parquet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise StudyError(f"{folder} can't be made ({reason.strerror}); choose another") from None
    scores = results.scores(*results.meta()["measures"], *RECORDED, missing="keep")
    target = folder / "scores.parquet"
    scores.save(target, overwrite=True)
    written = [target, _written(_flat(results.cells()), folder / "cells.parquet")]
    if results.holds_predictions:
        frame = results.predictions(missing="drop").to_frame()
        written.append(_written(frame, folder / "predictions.parquet"))
    return written


def _flat(cells: pd.DataFrame) -> pd.DataFrame:
    flat = cells.copy()
    for name in NESTED:
        flat[name] = [_text(value) for value in cells[name]]
    return flat


def _text(value: Any) -> str | None:
    return None if value is None else json.dumps(value, sort_keys=True)


def _written(frame: pd.DataFrame, path: Path) -> Path:
    try:
        frame.to_parquet(path, index=False)
    except ImportError:
        raise InvalidInput(
            "Parquet needs pyarrow, which is not installed; install bakeoff[parquet]"
        ) from None
    except OSError as reason:
        raise StudyError(f"{path} can't be written: {reason.strerror or reason}") from None
    return path
