"""Tukey's test on ranks: all pairs of groups that are not paired."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.stats.after.tukey import tukey
from bakeoff.stats.many.kruskal_wallis import pooled_ranks
from bakeoff.stats.results import PairTable


def ranks_tukey(groups: Any, *, level: float = 0.95, higher_is_better: bool = False) -> PairTable:
    """Test for every pair of algorithms whether their mean ranks differ, over runs of their own.

    The null hypothesis: the values of all groups come from one distribution. If they do, the
    chance that any pair is said to differ is about 1 - level. It comes after a
    `kruskal_wallis` test that rejects.

    Parameters
    ----------
    groups
        A list or mapping of groups, one array of values each, of any sizes; or an array of
        groups x values; or a frame with a column for each group. Leading axes give one table
        each.
    level
        Of all intervals together; pairs whose p-value is at most 1 - level differ.
    higher_is_better
        Whether rank 1, the best, is the largest value; else it is the smallest.

    Returns
    -------
    PairTable
        What `tukey` gives, for the ranks of all values together in place of the values:
        ``difference`` of the mean ranks, ``statistic`` q, ``p_adjusted`` from the studentized
        range. ``details`` hold mean_ranks as well.

    Notes
    -----
    Alpaydin, Introduction to Machine Learning, section 19.13.2: q = (R_i - R_j)/sigma_w, where
    sigma_w^2 is the mean variance of the ranks within the groups over the size of a group.
    Groups of unequal sizes are compared as Kramer (1956) does. The ranks are not those of
    `nemenyi`, which ranks within data sets and takes infinitely many degrees of freedom:
    algorithms that met the same data sets belong there.

    Examples
    --------
    The numbers of `anova`, ranked from 1 to 12:

    >>> groups = [[12, 10, 13, 11], [15, 14, 17, 15], [11, 12, 12, 14]]
    >>> pairs = ranks_tukey(groups)
    >>> print(f"q = {pairs.statistic[0]:.6f}, p = {pairs.p_adjusted[0]:.7f}")
    q = -5.773819, p = 0.0069602
    """
    ranks, names, _ = pooled_ranks(groups, higher_is_better=higher_is_better)
    found = tukey(ranks, blocks=False, level=level)
    means = [part.mean(axis=-1) for part in ranks]
    return replace(
        found,
        name="ranks_tukey",
        algorithms=names,
        method="asymptotic",
        effect_name="difference / sd of the ranks within groups",
        details={**found.details, "mean_ranks": np.stack(means, axis=-1)},
    )
