"""Prediction files of time-series toolkits: three lines about the run, then one line an item.

The first line names data set and classifier; the items are `truth,prediction,,p0,p1,...`.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bakeoff.data.encodings import HEAD, encoding_of
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

LINES_ABOUT = 3


@dataclass(frozen=True, slots=True)
class RunFile:
    """The predictions of one run, and what its first line says of it."""

    dataset: str
    algorithm: str
    resample: str
    frame: pd.DataFrame


def is_run(path: str | Path) -> bool:
    """Whether a file begins as these do: a data set, a classifier, train or test, a number."""
    file = Path(path)
    try:
        if file.suffix.lower() != ".csv" or not file.is_file():
            return False
        with file.open("rb") as opened:
            first = opened.readline(4096).decode("latin-1").split(",")
    except (OSError, ValueError):
        return False
    cells = [cell.strip() for cell in first]
    return len(cells) >= 6 and cells[2].lower() in ("test", "train") and "PREDICTIONS" in cells


def parse_run(content: bytes, name: str) -> RunFile:
    """Return the predictions of such a file: columns y, predicted, and one score a class."""
    import pandas as pd

    encoding, *_ = encoding_of(content[:HEAD], name)
    lines = content.decode(encoding, "replace").splitlines()
    dataset, algorithm, _, resample = (cell.strip() for cell in lines[0].split(",")[:4])
    rows = [row for row in csv.reader(io.StringIO("\n".join(lines[LINES_ABOUT:]))) if row]
    if not rows:
        raise InvalidInput(f"{name} holds no predictions below its first three lines")
    width = len(rows[0])
    for number, row in enumerate(rows, start=LINES_ABOUT + 1):
        if len(row) != width or width < 2:
            raise InvalidInput(
                f"{name}, line {number}: {len(row)} cells where {width} stood before"
            )
    scores = max(0, width - 3)
    frame = pd.DataFrame(
        {"y": [row[0].strip() for row in rows], "predicted": [row[1].strip() for row in rows]}
    )
    for place in range(scores):
        frame[f"score_{place}"] = [row[place + 3].strip() for row in rows]
    return RunFile(dataset, algorithm, resample, frame)
