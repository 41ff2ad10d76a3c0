"""Blocks of text: a line that names the algorithm, then one line of scores for each data set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bakeoff.data.text import NUMBER
from bakeoff.errors import InvalidInput

if TYPE_CHECKING:
    import pandas as pd

ENOUGH = 5  # scores on a line before it counts as one


def looks_like_blocks(head: bytes) -> bool:
    """Whether a text begins with a name alone on its line, then names followed by many scores."""
    lines = [line.split() for line in head[:8192].decode("latin-1").splitlines() if line.strip()]
    if len(lines) < 2 or len(lines[0]) != 1 or NUMBER.match(lines[0][0]):
        return False
    return _is_scores(lines[1][: ENOUGH + 1])


def parse_blocks(text: str, name: str) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Return blocks as a long frame: dataset, algorithm, repeat, value.

    A data set named twice inside a block becomes `name` and `name.2`: the blocks pair them by
    their order, so both are kept apart the same way for every algorithm.
    """
    import pandas as pd

    algorithm = ""
    seen: dict[tuple[str, str], int] = {}
    parts: list[pd.DataFrame] = []
    doubled: set[str] = set()
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words:
            continue
        if len(words) == 1:
            algorithm = words[0]
            continue
        dataset, scores = words[0], words[1:]
        if not algorithm or not all(NUMBER.match(score) for score in scores):
            raise InvalidInput(
                f"{name}, line {number}: a name and then only scores were expected; "
                f"it begins with {line.strip()[:40]!r}"
            )
        times = seen[algorithm, dataset] = seen.get((algorithm, dataset), 0) + 1
        if times > 1:
            doubled.add(dataset)
        values = np.array(scores, dtype=np.float64)
        parts.append(
            pd.DataFrame(
                {
                    "dataset": dataset if times == 1 else f"{dataset}.{times}",
                    "algorithm": algorithm,
                    "repeat": np.arange(1, len(values) + 1),
                    "value": values,
                }
            )
        )
    notes = tuple(
        f"the data set {dataset!r} is named twice; the second is called {dataset + '.2'!r}"
        for dataset in sorted(doubled)
    )
    return pd.concat(parts, ignore_index=True), notes


def _is_scores(words: list[str]) -> bool:
    return len(words) > ENOUGH and all(NUMBER.match(word) for word in words[1:])
