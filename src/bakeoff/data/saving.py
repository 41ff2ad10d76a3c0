"""Writing `Scores` so that nothing is lost: the long form, or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    from bakeoff.data.scores import Scores

# 1: the first
SCORES_FORMAT = "bakeoff-scores-1"


def save_scores(scores: Scores, path: Path, *, overwrite: bool) -> None:
    """Write scores to a file of the kind that its ending names."""
    writers: dict[str, Callable[[], Any]] = {
        ".csv": lambda: _long(scores).to_csv(path, index=False),
        ".tsv": lambda: _long(scores).to_csv(path, index=False, sep="\t"),
        ".parquet": lambda: _write_parquet(scores, path),
        ".json": lambda: path.write_text(json.dumps(_as_json(scores), indent=1), encoding="utf-8"),
    }
    write = writers.get(path.suffix.lower())
    if write is None:
        raise InvalidInput(f"path must end in {', '.join(writers)}; it was {path.name!r}")
    if path.exists() and not overwrite:
        raise InvalidInput(f"{path} exists; pass overwrite=True to replace it")
    write()


def _long(scores: Scores) -> Any:
    """Return the long form with design and directions beside every score."""
    frame = scores.to_frame()
    for name in ("n_train", "n_test"):
        if getattr(scores, name) is None:
            frame = frame.drop(columns=name)
    frame["higher_is_better"] = frame["measure"].map(dict(scores.higher_is_better))
    if scores.design is not None:
        frame["design"] = scores.design
    return frame


def _write_parquet(scores: Scores, path: Path) -> None:
    try:
        _long(scores).to_parquet(path, index=False)
    except ImportError:
        raise InvalidInput(
            "Parquet needs pyarrow, which is not installed; install bakeoff[parquet] or save a CSV"
        ) from None


def _as_json(scores: Scores) -> dict[str, Any]:
    return {
        "format": SCORES_FORMAT,
        "datasets": list(scores.datasets),
        "splits": [list(split) for split in scores.splits],
        "algorithms": list(scores.algorithms),
        "measures": list(scores.measures),
        "higher_is_better": dict(scores.higher_is_better),
        "design": scores.design,
        "n_train": _nested(scores.n_train),
        "n_test": _nested(scores.n_test),
        "values": _nested(scores.values),
        "notes": list(scores.notes),
    }


def _nested(values: Any) -> Any:
    """Return numbers as nested lists with null for what is missing: JSON has no NaN."""
    if values is None:
        return None
    cells = values.astype(object)
    cells[np.isnan(values)] = None
    return cells.tolist()


def scores_of_json(content: dict[str, Any], name: str) -> Scores:
    """Return the scores that `save_scores` wrote as JSON."""
    from bakeoff.data.scores import Scores, Split

    written = content.get("format")
    if written != SCORES_FORMAT:
        raise InvalidInput(f"{name} has the format {written!r}; this version reads {SCORES_FORMAT}")
    try:
        sizes = {key: _numbers(content[key]) for key in ("n_train", "n_test", "values")}
        return Scores(
            values=sizes["values"],
            datasets=content["datasets"],
            splits=tuple(Split(*split) for split in content["splits"]),
            algorithms=content["algorithms"],
            measures=content["measures"],
            higher_is_better=content["higher_is_better"],
            design=content["design"],
            n_train=sizes["n_train"],
            n_test=sizes["n_test"],
            notes=tuple(str(note) for note in content["notes"]),
        )
    except InvalidInput:
        raise
    except (KeyError, TypeError, ValueError) as reason:
        raise InvalidInput(f"{name} is damaged: {type(reason).__name__} {reason}") from None


def _numbers(values: Any) -> Any:
    return None if values is None else np.array(values, dtype=np.float64)
