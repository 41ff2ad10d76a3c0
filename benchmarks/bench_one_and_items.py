"""One classifier, and classifiers on the same items: beside statsmodels and scipy.stats.

Run it with ``python -m benchmarks one_and_items [--quick]``.
"""

from __future__ import annotations

import numpy as np
import scipy.stats
from benchmarks.timing import compare
from statsmodels.stats import contingency_tables, multitest, proportion

from bakeoff.stats import (
    adjust,
    binomial,
    cochran_q,
    mann_whitney,
    mcnemar,
    proportion_interval,
    two_proportions,
    two_sample_t,
)


def mcnemar_tables(*, quick: bool):
    """100,000 exact McNemar tests, all fields of the result, beside a loop over 200 of them."""
    size = 10_000 if quick else 100_000
    rng = np.random.default_rng(0)
    tables = rng.multinomial(500, [0.05, 0.06, 0.08, 0.81], size=size).reshape(-1, 2, 2)
    theirs = [contingency_tables.mcnemar(table, exact=True).pvalue for table in tables[:200]]
    assert np.allclose(mcnemar(tables[:200]).p_value, theirs, rtol=1e-9)
    compare(
        f"McNemar exact, {size:,} tables",
        lambda: mcnemar(tables),
        lambda: [contingency_tables.mcnemar(table, exact=True) for table in tables[:200]],
        peer="statsmodels in a loop",
        goal=50,
        share=200 / size,
    )


def binomial_counts(*, quick: bool):
    """100,000 two-sided binomial tests and exact intervals."""
    size = 10_000 if quick else 100_000
    errors = np.random.default_rng(1).binomial(200, 0.1, size=size)
    compare(
        f"binomial two-sided, {size:,} counts",
        lambda: binomial(errors, 200, p0=0.1, alternative="two-sided"),
        lambda: [scipy.stats.binomtest(int(e), 200, 0.1).pvalue for e in errors[:200]],
        peer="scipy in a loop",
        goal=20,
        share=200 / size,
    )
    compare(
        f"Clopper-Pearson, {size:,} counts",
        lambda: proportion_interval(errors, 200, method="clopper-pearson"),
        lambda: proportion.proportion_confint(errors, 200, method="beta"),
        peer="statsmodels on the array",
        goal=1,
    )
    other = errors[::-1]
    compare(
        f"two proportions, {size:,} pairs of counts",
        lambda: two_proportions(errors, 200, other, 200),
        lambda: [
            proportion.proportions_ztest([a, b], [200, 200])
            for a, b in zip(errors[:200], other[:200], strict=True)
        ],
        peer="statsmodels in a loop",
        goal=50,
        share=200 / size,
    )


def independent_runs(*, quick: bool):
    """Welch's t and Mann-Whitney over many pairs of groups of 10 runs."""
    size = 50_000 if quick else 1_000_000
    rng = np.random.default_rng(2)
    x, y = rng.normal(size=(size, 10)), rng.normal(size=(size, 10))
    compare(
        f"Welch's t, {size:,} pairs of groups",
        lambda: two_sample_t(x, y),
        lambda: scipy.stats.ttest_ind(x, y, axis=-1, equal_var=False),
        peer="scipy with axis=",
        goal=1,
    )
    few = size // 10
    compare(
        f"Mann-Whitney exact, {few:,} pairs of groups",
        lambda: mann_whitney(x[:few], y[:few], method="exact"),
        lambda: scipy.stats.mannwhitneyu(x[:few], y[:few], axis=-1, method="exact"),
        peer="scipy with axis=",
        goal=1,
    )
    compare(
        f"Mann-Whitney asymptotic, {few:,} pairs of groups",
        lambda: mann_whitney(x[:few], y[:few], method="asymptotic"),
        lambda: scipy.stats.mannwhitneyu(x[:few], y[:few], axis=-1, method="asymptotic"),
        peer="scipy with axis=",
        goal=1,
    )
    many, others = rng.normal(size=90), rng.normal(size=90)
    ours, theirs = (iter(range(90, 60, -1)) for _ in range(2))  # scipy keeps the law of each size

    def once(test, sizes):
        n = next(sizes)
        return test(many[:n], others[:n], method="exact")

    compare(
        "Mann-Whitney exact, one pair of about 90 runs, a size not met before",
        lambda: once(mann_whitney, ours),
        lambda: once(scipy.stats.mannwhitneyu, theirs),
        peer="scipy",
        goal=2,
    )
    c, d = rng.normal(size=8).round(1), rng.normal(size=8).round(1)
    draws = scipy.stats.PermutationMethod(n_resamples=99_999)
    compare(
        "Mann-Whitney exact with ties, 8 against 8",
        lambda: mann_whitney(c, d, method="exact"),
        lambda: scipy.stats.mannwhitneyu(c, d, method=draws),
        peer="scipy listing all 12,870 deals",
        goal=50,
    )


def many_models(*, quick: bool):
    """Cochran's Q of 5 models over 1000 test sets, and the exact law of one small one."""
    sets = 100 if quick else 1000
    correct = (np.random.default_rng(3).random((sets, 500, 5)) < 0.8).astype(int)
    compare(
        f"Cochran's Q, {sets} tables of 500 items and 5 models",
        lambda: cochran_q(correct),
        lambda: [contingency_tables.cochrans_q(table) for table in correct[:20]],
        peer="statsmodels in a loop",
        goal=2,
        share=20 / sets,
    )
    small = correct[0, :60]
    compare(
        "Cochran's Q, 60 items and 5 models: exact beside 10,000 random deals",
        lambda: cochran_q(small, method="exact"),
        lambda: _random_deals(small, 1000),
        peer="numpy, shuffling each item",
        goal=3,
        share=1000 / 10_000,
    )


def adjusted(*, quick: bool):
    """Families of 45 p-values: all pairs of ten algorithms."""
    families = 100 if quick else 1000
    p = np.random.default_rng(4).random((families, 45)) ** 2
    for method, other in (("holm", "holm"), ("hommel", "hommel"), ("benjamini-hochberg", "fdr_bh")):
        compare(
            f"adjust, {method}, {families} families of 45 p-values",
            lambda method=method: adjust(p, method),
            lambda other=other: [multitest.multipletests(one, method=other) for one in p[:20]],
            peer="statsmodels in a loop",
            goal=10,
            share=20 / families,
        )


def _random_deals(correct, draws):
    rng = np.random.default_rng(5)
    return [np.sum(rng.permuted(correct, axis=1).sum(axis=0) ** 2) for _ in range(draws)]


def main(quick: bool = False):  # noqa: FBT001, FBT002  the runner calls every main so
    """Print what was measured."""
    mcnemar_tables(quick=quick)
    binomial_counts(quick=quick)
    independent_runs(quick=quick)
    many_models(quick=quick)
    adjusted(quick=quick)
