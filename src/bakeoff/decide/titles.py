"""What tests and corrections are called in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bakeoff.stats.after.adjust import METHODS

if TYPE_CHECKING:
    from bakeoff.decide.evidence import Evidence

TITLES: Mapping[str, str] = {
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign": "sign test",
    "paired_t": "paired t",
    "corrected_t": "corrected t",
    "permutation": "permutation test",
    "cv5x2_t": "5x2 cv t",
    "cv5x2_f": "5x2 cv F",
    "two_sample_t": "Welch's t",
    "mann_whitney": "Mann-Whitney",
    "hotelling": "Hotelling's paired T2",
    "hotelling_two_sample": "Hotelling's two-sample T2",
    "tukey": "Tukey",
    "dunnett": "Dunnett",
    "fisher_lsd": "Fisher's least significant difference",
    "nemenyi": "Nemenyi",
    "ranks_z": "z on mean ranks",
    "ranks_tukey": "Tukey on ranks",
    "sign_grid": "sign test on the grid of wins",
    "friedman": "Friedman",
    "quade": "Quade",
    "aligned_ranks": "aligned ranks",
    "kruskal_wallis": "Kruskal-Wallis",
    "anova": "one-way ANOVA",
    "anova_blocks": "ANOVA with blocks",
    "corrected_anova": "ANOVA with blocks, corrected for overlap",
    "permutation_anova": "permutation ANOVA",
    "manova": "MANOVA",
    "manova_blocks": "MANOVA with blocks",
    "multitest": "MultiTest",
    "mcnemar": "McNemar's exact test",
    "cochran_q": "Cochran's Q",
    "delong": "DeLong's test",
    "measure_permutation": "paired permutation test",
}
FIXES: Mapping[str, str] = {
    "bonferroni": "Bonferroni's correction",
    "holm": "Holm's correction",
    "hochberg": "Hochberg's correction",
    "hommel": "Hommel's correction",
    "finner": "Finner's correction",
    "shaffer": "Shaffer's correction",
    "bergmann-hommel": "Bergmann and Hommel's correction",
    "benjamini-hochberg": "Benjamini and Hochberg's correction",
    "benjamini-yekutieli": "Benjamini and Yekutieli's correction",
    "protected": "after a test of all together",
}

OF_ALL: Mapping[str, str] = {
    "friedman": "Friedman's test",
    "quade": "Quade's test",
    "aligned_ranks": "a test of aligned ranks",
    "kruskal_wallis": "Kruskal and Wallis' test",
}


def what_was_done(evidence: Evidence) -> str:
    """Return the tests that were run, in order: what was done, not what it is usually called."""
    pairs, tests = evidence.pairs, list(evidence.tests)
    name = "corrected_t" if "corrected_t" in tests else pairs.name
    before = tests[: tests.index(name)] if name in tests else tests
    told = TITLES.get(name, name)
    if len(pairs) > 1:
        told = f"pairs by {told}"
        if pairs.correction in {*FIXES, *METHODS}:
            told += f", {fix_title(pairs.correction)}"
    return ", then ".join([*(OF_ALL.get(one, TITLES.get(one, one)) for one in before), told])


def fix_title(correction: str) -> str:
    """Return what a correction is called.

    Examples
    --------
    >>> fix_title("holm"), fix_title("sidak")
    ("Holm's correction", 'sidak correction')
    """
    return FIXES.get(correction, f"{correction} correction")
