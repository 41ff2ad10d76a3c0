"""Reading tables of scores beside a bare `pandas.read_csv`, which only parses.

Run it with ``python -m benchmarks reading [--quick]``. Ours also finds out what each column means,
puts the scores on their axes, and looks for what is missing or doubled.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd

from bakeoff import read_predictions, read_scores
from benchmarks.timing import compare

ALGORITHMS = tuple(f"algorithm {place}" for place in range(10))
FOLDS = 100


def long_table(rows: int) -> pd.DataFrame:
    """Return a long table with names of data sets and algorithms, folds, and a score each."""
    block = FOLDS * len(ALGORITHMS)
    names = np.array([f"data set {place}" for place in range(rows // block)])
    place = np.arange(len(names) * block)
    return pd.DataFrame(
        {
            "dataset": names[place // block],
            "algorithm": np.array(ALGORITHMS)[place // FOLDS % len(ALGORITHMS)],
            "fold": place % FOLDS,
            "accuracy": np.random.default_rng(3).random(len(place)).round(6),
        }
    )


def tidy_table(rows: int) -> pd.DataFrame:
    """Return the same with two measures, a row for each and its name in a column."""
    part = long_table(rows // 2).rename(columns={"accuracy": "value"})
    both = pd.concat([part.assign(measure="accuracy"), part.assign(measure="auc")])
    return both[["dataset", "algorithm", "fold", "measure", "value"]]


def wide_table(rows: int) -> pd.DataFrame:
    """Return a wide table: data sets down, 20 algorithms across."""
    values = np.random.default_rng(4).random((rows // 20, 20)).round(6)
    frame = pd.DataFrame(values, columns=[f"algorithm {place}" for place in range(20)])
    frame.insert(0, "dataset", [f"data set {place}" for place in range(len(frame))])
    return frame


def items(rows: int) -> pd.DataFrame:
    """Return predictions of four algorithms on the same items."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, rows // 5)
    frame = pd.DataFrame({"y": y})
    for name in ALGORITHMS[:4]:
        frame[f"{name}_score"] = rng.normal(size=len(y)).round(6) + y
    return frame


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  the form of all benchmarks
    """Print one line per comparison; a ratio of 0.5 is twice the time of the bare read."""
    rows = 50_000 if quick else 1_000_000
    with tempfile.TemporaryDirectory() as folder:
        for what, frame, read, goal in (
            ("a long table", long_table(rows), read_scores, 0.5),
            ("a long table with a column of measures", tidy_table(rows), read_scores, 0.5),
            ("a wide table", wide_table(rows), partial(read_scores, measure="auc"), 0.1),
            ("predictions", items(rows), read_predictions, 0.1),
        ):
            path = Path(folder) / "table.csv"
            frame.to_csv(path, index=False)
            compare(
                f"{what} of {frame.shape[0]:,} rows and {frame.shape[1]} columns",
                partial(read, path),
                partial(pd.read_csv, path),
                peer="a bare pandas.read_csv",
                goal=goal,
                repeat=5,
            )
