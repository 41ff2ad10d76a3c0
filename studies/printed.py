# ruff: noqa: E501  (tables keep their lines)
"""Tables as they are printed in Aslan's thesis (2009), chapters 3, 6 and 7."""

from __future__ import annotations

import pandas as pd

LEARNERS = ("k-NN", "C4.5", "Ripper", "LP", "NB")
NB_ALONE = ("k-NN/NB", "C4.5/NB", "Ripper/NB", "LP/NB")

# wins of the row over the column, over 15 data sets; with the union column where it is printed
WINS: dict[str, list[list[int]]] = {
    "6.3": [[0, 7, 5, 7, 15], [3, 0, 3, 6, 14], [3, 8, 0, 6, 14], [7, 8, 7, 0, 14], [0, 0, 0, 0, 0]],
    "6.5": [[0, 12, 13, 6, 9], [2, 0, 8, 3, 5], [2, 2, 0, 2, 5], [6, 11, 12, 0, 11], [3, 8, 9, 1, 0]],
    "6.7": [[0, 7, 7, 7, 15], [4, 0, 4, 5, 14], [5, 6, 0, 6, 13], [7, 9, 7, 0, 15], [0, 0, 0, 0, 0]],
    "6.9": [[0, 13, 13, 7, 11], [2, 0, 6, 3, 5], [2, 2, 0, 2, 5], [7, 12, 12, 0, 14], [3, 8, 8, 1, 0]],
    "6.12": [[0, 11, 8, 4, 7], [2, 0, 3, 3, 4], [3, 8, 0, 3, 5], [5, 11, 10, 0, 7], [3, 10, 6, 1, 0]],
    "6.14": [[0, 11, 10, 5, 11], [3, 0, 2, 3, 5], [4, 5, 0, 3, 7], [8, 11, 12, 0, 12], [4, 8, 6, 1, 0]],
    "7.2": [[0, 8, 7, 7, 14], [5, 0, 3, 6, 13], [6, 6, 0, 7, 14], [7, 8, 7, 0, 14], [0, 1, 0, 0, 0]],
    "7.4": [[0, 0, 0, 2, 3], [2, 0, 1, 4, 6], [3, 1, 0, 4, 5], [2, 1, 0, 0, 5], [0, 0, 0, 0, 0]],
    "7.7": [[0, 7, 9, 7, 15], [7, 0, 4, 7, 14], [5, 5, 0, 7, 14], [7, 8, 8, 0, 14], [0, 1, 1, 1, 0]],
    "7.9": [[0, 5, 5, 5, 11], [3, 0, 2, 6, 11], [5, 4, 0, 6, 13], [5, 5, 1, 0, 11], [0, 1, 0, 1, 0]],
}  # fmt: skip

# which pairs differ by the sign test on those wins; the table that prints it
SIGNS: dict[str, tuple[str, tuple[str, ...]]] = {
    "6.3": ("6.4", NB_ALONE),
    "6.5": ("6.6", ()),
    "6.7": ("6.8", NB_ALONE),
    "6.9": ("6.10", ("LP/NB",)),
    "6.12": ("6.13", ()),
    "6.14": ("6.15", ()),
    "7.2": ("7.3", NB_ALONE),
    "7.4": ("7.5", ()),
    "7.7": ("7.8", NB_ALONE),
    "7.9": ("7.10", ("Ripper/NB",)),
}

# which pairs differ by Nemenyi's test
NEMENYI: dict[str, tuple[str, ...]] = {
    "6.1": NB_ALONE,
    "6.2": ("k-NN/Ripper", "C4.5/LP", "Ripper/LP"),
    "6.11": ("k-NN/C4.5", "C4.5/LP"),
}

# chapter 3: neither rejects, only the area's test, only the error's test, both
CASES = {"auc": (1, 10, 9, 130), "auc_pr": (1, 10, 10, 129)}


def wins(table: str) -> pd.DataFrame:
    """Return a printed table of wins."""
    return pd.DataFrame(WINS[table], index=list(LEARNERS), columns=list(LEARNERS))


def differing(table: str) -> list[tuple[int, int]]:
    """Return the pairs of learners, as places, that differ by the sign test on a table of wins."""
    pairs = (pair.split("/") for pair in SIGNS[table][1])
    return [(LEARNERS.index(first), LEARNERS.index(second)) for first, second in pairs]
