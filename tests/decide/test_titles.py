"""What was done is told from the tests that were run."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff import compare
from bakeoff.decide.procedures import BY_NAME


def table(n: int, k: int):
    """Scores of k algorithms on n data sets."""
    return np.random.default_rng(1).uniform(0.1, 0.3, (n, k)) + 0.05 * np.arange(k)


@pytest.mark.parametrize(
    ("data", "choices", "told"),
    [
        (table(20, 4), {},
         "Friedman's test, then pairs by Wilcoxon's signed ranks, Holm's correction"),
        (table(4, 4), {},
         "Friedman's test, then pairs by z on mean ranks, Bergmann and Hommel's correction"),
        (table(20, 4), {"posthoc": "nemenyi"}, "Friedman's test, then pairs by Nemenyi"),
        (table(20, 2), {}, "Wilcoxon's signed ranks"),
        (table(20, 4), {"procedure": "chapter"},
         "Kruskal and Wallis' test, then pairs by Tukey on ranks"),
        (table(20, 4), {"design": "k-fold"},
         "ANOVA with blocks, corrected for overlap, then pairs by corrected t, Holm's correction"),
        (table(20, 4), {"procedure": "sign", "correction": "none"}, "pairs by sign test"),
    ],
    ids=["friedman", "few data sets", "posthoc", "two", "ranks", "splits", "uncorrected"],
)  # fmt: skip
def test_what_was_done(data, choices, told):
    """By itself, by name, with few data sets: the page and the shell say the same."""
    found = compare(data, measure="error", **choices)
    assert found.title == told
    assert found.reasons[1].startswith(told) or f"({told})" in found.reasons[1]


def test_why_pairs_are_compared_directly_is_said_only_where_they_are():
    """And its source is cited only there."""
    directly = compare(table(20, 4), measure="error")
    assert "compared directly" in directly.reasons[1]
    assert "Benavoli" in directly.methods()
    by_ranks = compare(table(4, 4), measure="error")
    assert "compared directly" not in by_ranks.reasons[1]
    assert "Benavoli" not in by_ranks.methods()
    assert "signed ranks" not in BY_NAME["friedman"].why


def test_the_critical_difference_stands_in_the_paragraph_only_if_it_decided():
    """A paper would else report a distance that no pair was compared with."""
    text = "The critical difference of mean ranks is"
    assert text not in compare(table(20, 4), measure="error").methods()
    assert text in compare(table(20, 4), measure="error", posthoc="nemenyi").methods()
    against = {"control": 0, "procedure": "demsar"}
    assert text not in compare(table(20, 4), measure="error", **against).methods()
    dunn = compare(table(20, 4), measure="error", correction="bonferroni", **against)
    assert text in dunn.methods()
