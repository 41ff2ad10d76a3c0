"""The exact p-value of statistics that grow with the squared column sums of ranks in blocks."""

from __future__ import annotations

from typing import Literal

import numpy as np

from bakeoff.errors import NotApplicable
from bakeoff.exact.friedman import Designs, designs, untied_cost
from bakeoff.stats.many.block_ranks import BlockRanks
from bakeoff.types import FloatArray, IntArray

AFFORDABLE = 3e7  # sums that the exact law may take by "auto": under a second
BEYOND = 3e9  # sums from which "exact" is refused: minutes, and gigabytes


def exact_p(
    ranked: BlockRanks, method: Literal["exact", "auto"], *, test: str, other: str
) -> FloatArray | None:
    """Return P(squared column sums >= those seen) over all orders within the blocks.

    By ``auto`` None if that would cost more than a second; by ``exact`` an error if minutes.
    """
    found = affordable(whole_numbers(ranked), method, test=test, other=other)
    if found is None:
        return None
    return found.squares_at_least().reshape(ranked.spread.shape)


def affordable(
    tables: IntArray,
    method: Literal["exact", "auto"],
    *,
    test: str,
    other: str,
    untied: int = 0,
) -> Designs | None:
    """Return what the exact law of tables x blocks x algorithms needs, if it is to be had.

    With at least so many `untied` rows of ranks it is known beforehand what it costs at least.
    """
    if method == "auto" and untied and untied_cost(untied, tables.shape[-1]) > AFFORDABLE:
        return None
    found = designs(tables)
    cost = np.inf if found is None else found.cost()
    if method == "exact" and cost > BEYOND:
        n, k = tables.shape[-2:]
        raise NotApplicable(
            f"the exact law of {test} statistic for {n} blocks and {k} "
            f"algorithms is out of reach; use method='{other}'"
        )
    return found if method == "exact" or cost <= AFFORDABLE else None


def whole_numbers(ranked: BlockRanks) -> IntArray:
    """Return four times the ranks, tables x blocks x algorithms: weighted ones have quarters."""
    flat = ranked.ranks.reshape(-1, ranked.n, ranked.k)
    return np.asarray(np.rint(4.0 * flat), dtype=np.int64)
