"""Two algorithms over splits or data sets: beside scipy.stats and mlxtend.

Run it with ``python -m benchmarks pairs [--quick]``. The exact Wilcoxon test with ties has no
fast peer in Python: scipy's exact law ignores ties, and counts or draws signs instead when asked
for a permutation; so its own times are printed as well.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import scipy.stats
from mlxtend.evaluate import permutation_test as mlxtend_permutation

from bakeoff.stats import paired_t, permutation, sign, wilcoxon
from benchmarks.timing import best, compare, measured


def repeated(times: int, function, *arguments, **choices):
    """Return a call of the function so many times, to time what is too short for the clock."""

    def run():
        for _ in range(times):
            function(*arguments, **choices)

    return run


def scores(n: int, decimals: int | None = None, seed: int = 0):
    """Return the scores of two algorithms; with few decimals many differences tie."""
    a = np.random.default_rng(seed).normal(0.80, 0.03, n)
    b = a + np.random.default_rng(seed + 1).normal(0.003, 0.01, n)
    return (a, b) if decimals is None else (a.round(decimals), b.round(decimals))


def mean_difference(x, y, axis=-1):
    """Return the statistic that scipy's permutation test is given."""
    return np.mean(x, axis=axis) - np.mean(y, axis=axis)


def wilcoxon_single(*, quick: bool):
    """One test: n = 14 as everybody calls it, then the sizes with ties."""
    times = 50 if quick else 500
    for what, (a, b) in {"no ties": scores(14), "ties": scores(14, 2)}.items():
        compare(
            f"Wilcoxon, n = 14, {what}, one call",
            repeated(times, wilcoxon, a, b),
            repeated(times, scipy.stats.wilcoxon, a, b),
            peer="scipy",
            goal=1,
        )
    for n, goal in {50: 0.3, 200: 2.0, 1000: 100.0}.items():
        a, b = scores(n, 2)
        calls = 1 if n == 1000 else 50
        seconds = best(repeated(calls, wilcoxon, a, b), repeat=5) / calls
        measured(f"Wilcoxon exact with ties, n = {n}", seconds, goal=goal / 1000)
    a, b = scores(200, 2)
    draw = scipy.stats.PermutationMethod(n_resamples=999)
    compare(
        "Wilcoxon with ties, n = 200, against random signs",
        partial(wilcoxon, a, b),
        partial(scipy.stats.wilcoxon, a, b, method=draw),
        peer="scipy, 999 draws",
        goal=10,
        repeat=1,
    )
    c, d = scores(200)
    compare(
        "Wilcoxon exact, n = 200, no ties, one call",
        repeated(20, wilcoxon, c, d),
        repeated(20, scipy.stats.wilcoxon, c, d, method="exact"),
        peer="scipy exact",
        goal=1,
    )


def wilcoxon_batch(*, quick: bool):
    """100,000 exact tests of 14 pairs in one call, a part of them with ties and zeros."""
    size = 10_000 if quick else 100_000
    rng = np.random.default_rng(3)
    a = rng.normal(0.80, 0.03, (size, 14))
    b = a + rng.normal(0.003, 0.02, (size, 14))
    for what, (x, y) in {"no ties": (a, b), "ties and zeros": (a.round(2), b.round(2))}.items():
        compare(
            f"Wilcoxon exact, {size:,} x 14, {what}",
            partial(wilcoxon, x, y),
            lambda x=x, y=y: [
                scipy.stats.wilcoxon(row, other)
                for row, other in zip(x[:500], y[:500], strict=True)
            ],
            peer="scipy in a loop",
            goal=100,
            repeat=2,
            share=500 / size,
        )
    rows = size // 5
    x, y = rng.normal(size=(2, rows, 50))
    compare(
        f"Wilcoxon asymptotic, {rows:,} x 50",
        partial(wilcoxon, x, y, method="asymptotic"),
        partial(scipy.stats.wilcoxon, x, y, axis=-1, method="asymptotic"),
        peer="scipy along an axis",
        goal=1,
    )
    compare(
        f"Wilcoxon exact, {rows:,} x 50, no ties",
        partial(wilcoxon, x, y),
        partial(scipy.stats.wilcoxon, x, y, axis=-1, method="asymptotic"),
        peer="scipy asymptotic along an axis",
        goal=1,
    )


def paired_t_batch(*, quick: bool):
    """A million paired t tests of ten pairs, every field of the result."""
    size = 100_000 if quick else 1_000_000
    a, b = np.random.default_rng(4).normal(size=(2, size, 10))
    compare(
        f"paired t, {size:,} x 10",
        partial(paired_t, a, b),
        partial(scipy.stats.ttest_rel, a, b, axis=-1),
        peer="scipy along an axis",
        goal=1,
    )
    compare(
        "paired t, one call",
        repeated(200, paired_t, a[0], b[0]),
        repeated(200, scipy.stats.ttest_rel, a[0], b[0]),
        peer="scipy",
        goal=1,
    )


def sign_batch(*, quick: bool):
    """Sign tests in one call."""
    size = 100_000 if quick else 1_000_000
    a, b = np.random.default_rng(5).integers(0, 6, (2, size, 10)).astype(float)
    wins = (a > b).sum(axis=-1)
    decided = wins + (a < b).sum(axis=-1)
    some = [(int(x), int(n)) for x, n in zip(wins[:500], decided[:500], strict=True) if n]
    compare(
        f"sign test, {size:,} x 10",
        partial(sign, a, b),
        lambda: [scipy.stats.binomtest(x, n) for x, n in some],
        peer="scipy in a loop",
        goal=100,
        share=len(some) / size,
    )


def permutation_single(*, quick: bool):
    """Exact where the peers draw or list all signs."""
    a, b = scores(14)
    compare(
        "permutation, n = 14, all signs",
        repeated(10, permutation, a, b),
        repeated(
            10,
            scipy.stats.permutation_test,
            (a, b),
            mean_difference,
            permutation_type="samples",
            n_resamples=np.inf,
            vectorized=True,
        ),
        peer="scipy, all signs",
        goal=10,
    )
    rng = np.random.default_rng(6)
    right = (rng.random((2, 2000)) < [[0.80], [0.78]]).astype(float)
    draws = 100 if quick else 1000
    compare(
        "permutation, 2,000 right and wrong answers, exact",
        repeated(5, permutation, *right),
        repeated(
            5,
            scipy.stats.permutation_test,
            tuple(right),
            mean_difference,
            permutation_type="samples",
            n_resamples=draws,
            batch=500,
            vectorized=True,
        ),
        peer=f"scipy, {draws:,} draws",
        goal=10,
        repeat=1,
    )
    x, y = scores(100)
    compare(
        "permutation, n = 100, 10,000 draws",
        partial(permutation, x, y),
        partial(
            mlxtend_permutation, x, y, method="approximate", num_rounds=draws, seed=0, paired=True
        ),
        peer="mlxtend",
        goal=10,
        repeat=1,
        share=draws / 10_000,
    )


def main(quick: bool = False) -> None:  # noqa: FBT001, FBT002  every benchmark is called so
    """Print all ratios."""
    for part in (
        wilcoxon_single,
        wilcoxon_batch,
        paired_t_batch,
        sign_batch,
        permutation_single,
    ):
        part(quick=quick)
