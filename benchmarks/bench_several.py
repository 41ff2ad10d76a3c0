"""Several algorithms: beside scipy.stats, scikit-posthocs and statsmodels.

Run it with ``python -m benchmarks several [--quick]``. Times of single calls are those of many
calls in a row. Bergmann and Hommel's correction has no peer in Python (R's stops at nine
algorithms), so its own times are printed.
"""

from __future__ import annotations

import warnings
from functools import partial

import numpy as np
import pandas as pd
import scikit_posthocs
import scipy.stats
from statsmodels.stats.anova import AnovaRM
from statsmodels.stats.multitest import multipletests

from bakeoff.exact import studentized
from bakeoff.stats import (
    adjust,
    anova_blocks,
    friedman,
    kruskal_wallis,
    nemenyi,
    page,
    pairwise,
)
from benchmarks.timing import best, compare, measured

SIZES = ((5, 30), (20, 112), (60, 500))  # algorithms, data sets


def scores(k: int, n: int, decimals: int | None = None, seed: int = 0):
    """Return data sets x algorithms; with few decimals many scores tie."""
    table = np.random.default_rng(seed).normal(0.80 + 0.001 * np.arange(k), 0.05, (n, k))
    return table if decimals is None else table.round(decimals)


def repeated(times: int, function):
    """Return a call of the function so many times, to time what is too short for the clock."""

    def run():
        for _ in range(times):
            function()

    return run


def friedman_and_nemenyi(*, quick: bool):
    """Friedman, Iman-Davenport and all pairs by Nemenyi: both sides from the same array."""
    for k, n in SIZES[: 2 if quick else 3]:
        times = {5: 100, 20: 10, 60: 1}[k]
        for what, decimals in {"no ties": None, "ties": 2}.items():
            table = scores(k, n, decimals)

            def ours(table=table):
                return friedman(table), nemenyi(table)

            def theirs(table=table):
                test = scipy.stats.friedmanchisquare(*table.T)
                return test, scikit_posthocs.posthoc_nemenyi_friedman(table)

            compare(
                f"Friedman + Nemenyi, {k} algorithms, {n} data sets, {what}",
                repeated(times, ours),
                repeated(times, theirs),
                peer="scipy + scikit-posthocs",
                goal=4,
            )


def studentized_range(*, quick: bool):
    """190 pairs of 20 means, and how far down the tail is right."""
    q = np.random.default_rng(1).uniform(0.5, 8.0, 190)
    for df in (np.inf, 2109.0, 20.0):
        part = q if df == np.inf or not quick else q[:19]
        compare(
            f"studentized range, 190 pairs, {df:g} degrees of freedom",
            repeated(10, partial(studentized.upper, q, 20, df)),
            partial(scipy.stats.studentized_range.sf, part, 20, df),
            peer="scipy",
            goal=8,
            repeat=1 if df < np.inf else 3,
            share=0.1 * len(part) / len(q),
        )
    far = np.array([9.0, 10.5, 12.0])
    ours = studentized.upper(far, 3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it subtracts from 1
        theirs = scipy.stats.studentized_range.sf(far, 3, np.inf)
    for x, right, wrong in zip(far, ours, theirs, strict=True):
        print(f"P(range of 3 > {x:g}): ours {right:.6e}, scipy {wrong:.6e}")


def all_pairs_wilcoxon(*, quick: bool):
    """Wilcoxon for all pairs with Holm's correction, differences and intervals on our side."""
    for what, decimals in {"no ties": None, "ties": 3}.items():
        # a table of its own for each run: laws of ties are kept, and a second run finds them
        runs = iter([scores(20, 112, decimals, seed) for seed in range(5)])
        seconds = best(lambda runs=runs: pairwise(next(runs), "wilcoxon"), repeat=5)
        measured(
            f"Wilcoxon + Holm, 20 algorithms, 112 data sets, exact, {what}", seconds, goal=0.06
        )
    sizes = ((20, 500),) if quick else ((60, 500),)
    for k, n in sizes:
        table = scores(k, n)
        first, second = np.triu_indices(k, 1)

        def theirs(table=table, first=first, second=second):
            found = scipy.stats.wilcoxon(
                table[:, first], table[:, second], axis=0, method="asymptotic"
            )
            return multipletests(found.pvalue, method="holm")

        compare(
            f"Wilcoxon + Holm, {k} algorithms, {n} data sets, asymptotic, with intervals",
            partial(pairwise, table, "wilcoxon"),
            theirs,
            peer="scipy axis=0, statsmodels Holm",
            goal=0.67,
        )


def bergmann_hommel(*, quick: bool):
    """Small p-values throughout: nothing is settled early."""
    for k, goal in ((9, 0.1), (12, 1.0), (16, 20.0)):
        if quick and k > 12:
            continue
        p = 1e-5 * np.random.default_rng(k).random(k * (k - 1) // 2)
        seconds = best(partial(adjust, p, "bergmann-hommel"), repeat=3)
        measured(f"Bergmann-Hommel, {k} algorithms", seconds, goal=goal)


def batches(*, quick: bool):
    """100,000 tables of 14 data sets and 4 algorithms in one call."""
    size = 10_000 if quick else 100_000
    tables = np.random.default_rng(2).normal(size=(size, 14, 4))
    part, share = tables[:200], 200 / size
    for name, ours, theirs in (
        ("Friedman", friedman, lambda table: scipy.stats.friedmanchisquare(*table.T)),
        ("Page", page, scipy.stats.page_trend_test),
        ("Kruskal-Wallis", lambda all_of: kruskal_wallis(np.swapaxes(all_of, -1, -2)),
         lambda table: scipy.stats.kruskal(*table.T)),
    ):  # fmt: skip
        compare(
            f"{name}, {size:,} tables of 14 x 4",
            partial(ours, tables),
            lambda theirs=theirs: [theirs(table) for table in part],
            peer="scipy in a loop",
            goal=20,
            repeat=2,
            share=share,
        )
    few = 10

    def with_formulas():
        for table in tables[:few]:
            frame = pd.DataFrame(table).melt(ignore_index=False).reset_index()
            AnovaRM(frame, "value", "index", within=["variable"]).fit()

    compare(
        f"ANOVA with blocks, {size:,} tables of 14 x 4",
        partial(anova_blocks, tables),
        with_formulas,
        peer="statsmodels in a loop",
        goal=100,
        repeat=1,
        share=few / size,
    )


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  every benchmark is called so
    """Print all ratios."""
    for part in (
        friedman_and_nemenyi,
        studentized_range,
        all_pairs_wilcoxon,
        bergmann_hommel,
        batches,
    ):
        part(quick=quick)
