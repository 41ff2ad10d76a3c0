"""One classifier, and classifiers on the same items: beside statsmodels and scipy.stats.

Run it with ``python -m benchmarks one_and_items [--quick]``.
"""

from __future__ import annotations

import numpy as np
import scipy.stats
from statsmodels.stats import contingency_tables, multitest, proportion
from statsmodels.stats import power as planning

from bakeoff.exact.shifted_ranks import lower_tails
from bakeoff.stats import (
    adjust,
    binomial,
    cochran_q,
    efficiency,
    mann_whitney,
    mcnemar,
    proportion_interval,
    sample_size,
    two_proportions,
    two_sample_t,
)
from benchmarks.timing import best, compare, measured


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


def confusion(classes: int, size: int, seed: int = 6):
    """Return a confusion table that is a little better than chance."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, size)
    answers = np.where(rng.random(size) < 2.0 / classes, truth, rng.integers(0, classes, size))
    table = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(table, (truth, answers), 1)
    return table


def better_than_chance(*, quick: bool):
    """The exact efficiency test beside the Monte-Carlo way: 30,000 random tables of scipy."""
    small = np.array([[9, 7, 3], [15, 17, 13], [3, 7, 28]])
    draws = 300 if quick else 3_000
    for what, table, limit in (
        ("102 items, 3 classes, as a fraction", small, 0.001),
        ("10 classes of 1,000 items", confusion(10, 10_000), 0.15),
        ("100 classes of 1,000 items", confusion(100, 100_000), 0.2),
    ):
        some = draws if len(table) < 100 else draws // 10
        compare(
            f"efficiency, {what}",
            lambda table=table: efficiency(table),
            lambda table=table, some=some: _random_tables(table, some),
            peer="scipy, 30,000 random tables",
            goal=1,
            repeat=5,
            share=some / 30_000,
        )
        seconds = best(lambda table=table: efficiency(table), repeat=5)
        measured(f"efficiency, {what}, in seconds", seconds, goal=limit)
    table = confusion(1000, 100_000)
    measured("efficiency, 1,000 classes of 100 items", best(lambda: efficiency(table), repeat=1))


def _random_tables(table, draws):
    law = scipy.stats.random_table(table.sum(axis=1), table.sum(axis=0), seed=0)
    traces = [
        np.trace(law.rvs(min(100, draws - start)), axis1=-2, axis2=-1)
        for start in range(0, draws, 100)
    ]
    return np.mean(np.concatenate(traces) >= np.trace(table))


def planned(*, quick: bool):
    """Sample sizes beside statsmodels, which solves for a fraction of an item."""
    times = 5 if quick else 50
    solver = planning.TTestIndPower()
    compare(
        f"{times} sample sizes of two groups",
        lambda: [sample_size("two_sample_t", effect=0.3) for _ in range(times)],
        lambda: [solver.solve_power(0.3, None, 0.05, 0.8) for _ in range(times)],
        peer="statsmodels",
        goal=1,
    )
    shift = scipy.stats.norm.ppf(0.7)
    drawn = np.random.default_rng(7).normal(shift, 1.0, (2_000, 32))
    compare(
        "power of the signed-rank test, n = 32, exact beside 2,000 draws",
        lambda: lower_tails(32, shift, np.arange(33)),
        lambda: [scipy.stats.wilcoxon(row).pvalue <= 0.05 for row in drawn[:200]],
        peer="scipy in a loop",
        goal=10,
        share=200 / 2_000,
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
    better_than_chance(quick=quick)
    planned(quick=quick)
    adjusted(quick=quick)
