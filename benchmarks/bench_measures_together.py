"""Several measures at once: beside statsmodels and pingouin, which take one table a call.

Run it with ``python -m benchmarks measures_together [--quick]``.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import pandas as pd
import pingouin
from statsmodels.multivariate.manova import MANOVA
from statsmodels.stats.multivariate import test_cov_oneway, test_mvmean, test_mvmean_2indep

from bakeoff.stats import (
    box_m,
    hotelling,
    hotelling_two_sample,
    manova,
    manova_blocks,
    pairwise_t2,
    permutation_manova,
)
from benchmarks.timing import best, compare, measured

FOLDS, ALGORITHMS, MEASURES = 10, 5, 2


def tables(count: int, seed: int = 0):
    """Return tables of folds x algorithms x measures."""
    rng = np.random.default_rng(seed)
    values = rng.normal(0.80, 0.03, (count, FOLDS, ALGORITHMS, MEASURES))
    return values + rng.normal(0.0, 0.02, (count, FOLDS, 1, MEASURES))


def one_by_matrices(groups):
    """Run statsmodels' MANOVA as its skilled user does: matrices, no formula."""
    k, n, p = groups.shape
    design = np.repeat(np.eye(k), n, axis=0)
    design[:, 0] = 1.0
    contrasts = np.eye(k)[1:]
    return MANOVA(groups.reshape(k * n, p), design).mv_test([("groups", contrasts)])


def blocks_by_matrices(table):
    """Run it with a column for each block too."""
    n, k, p = table.shape
    algorithm = np.tile(np.eye(k)[:, 1:], (n, 1))
    block = np.repeat(np.eye(n), k, axis=0)
    design = np.hstack([algorithm, block])
    contrasts = np.eye(k - 1, design.shape[1])
    return MANOVA(table.reshape(n * k, p), design).mv_test([("algorithms", contrasts)])


def by_formula(groups):
    """Run it as most people do: a frame and a formula."""
    k, n, p = groups.shape
    frame = pd.DataFrame(groups.reshape(k * n, p), columns=["tpr", "fpr"])
    frame["algorithm"] = np.repeat([f"a{i}" for i in range(k)], n)
    return MANOVA.from_formula("tpr + fpr ~ algorithm", frame).mv_test()


def of_manova(*, quick: bool):
    """A thousand tables in one call, beside a loop."""
    count, some = 1000, 20 if quick else 200
    blocks = tables(count)
    groups = np.ascontiguousarray(blocks.swapaxes(1, 2))
    for what, peer in (("matrices", one_by_matrices), ("formula", by_formula)):
        part = some if what == "matrices" else some // 10
        compare(
            f"MANOVA, {count:,} tables of {ALGORITHMS} x {FOLDS} x {MEASURES}, {what}",
            partial(manova, groups),
            lambda part=part, peer=peer: [peer(one) for one in groups[:part]],
            peer="statsmodels in a loop",
            goal=150,
            share=part / count,
        )
    compare(
        f"MANOVA with blocks, {count:,} tables",
        partial(manova_blocks, blocks),
        lambda: [blocks_by_matrices(one) for one in blocks[:some]],
        peer="statsmodels in a loop",
        goal=150,
        share=some / count,
    )


def of_hotelling(*, quick: bool):
    """A thousand pairs in one call, beside loops."""
    count, some = 1000, 50 if quick else 500
    table = tables(count)
    a, b = np.ascontiguousarray(table[:, :, 0]), np.ascontiguousarray(table[:, :, 1])
    compare(
        f"Hotelling paired, {count:,} pairs of {FOLDS} x {MEASURES}",
        partial(hotelling, a, b),
        lambda: [test_mvmean(x - y) for x, y in zip(a[:some], b[:some], strict=True)],
        peer="statsmodels in a loop",
        goal=40,
        share=some / count,
    )
    compare(
        f"Hotelling of two samples, {count:,} pairs",
        partial(hotelling_two_sample, a, b),
        lambda: [test_mvmean_2indep(x, y) for x, y in zip(a[:some], b[:some], strict=True)],
        peer="statsmodels in a loop",
        goal=40,
        share=some / count,
    )
    compare(
        f"Hotelling of two samples, {count:,} pairs",
        partial(hotelling_two_sample, a, b),
        lambda: [
            pingouin.multivariate_ttest(x, y) for x, y in zip(a[:some], b[:some], strict=True)
        ],
        peer="pingouin in a loop",
        goal=40,
        share=some / count,
    )


def of_box_m(*, quick: bool):
    """A thousand sets of groups in one call."""
    count, some = 1000, 50 if quick else 500
    groups = np.ascontiguousarray(tables(count).swapaxes(1, 2))

    def loop():
        for one in groups[:some]:
            test_cov_oneway([np.cov(group.T) for group in one], [FOLDS] * ALGORITHMS)

    compare(
        f"Box's M, {count:,} tables",
        partial(box_m, groups),
        loop,
        peer="statsmodels in a loop",
        goal=15,
        share=some / count,
    )


def alone(*, quick: bool):
    """What no peer has: seconds, and how they grow."""
    for count in (1000, 10_000) if quick else (1000, 10_000, 100_000):
        table = tables(count)
        for name, function in (("MANOVA with blocks", manova_blocks), ("all pairs", pairwise_t2)):
            seconds = best(partial(function, table), repeat=2)
            measured(f"{name}, {count:,} tables in one call", seconds)
    table = tables(1)[0]
    seconds = best(partial(permutation_manova, table), repeat=2)
    measured("MANOVA by permutation, one table, 10,000 draws", seconds)


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  every benchmark is called so
    """Print all ratios."""
    for part in (of_manova, of_hotelling, of_box_m, alone):
        part(quick=quick)
