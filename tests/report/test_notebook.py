"""What a notebook shows of scores, results, pairs and comparisons."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from bakeoff.stats import wilcoxon


def words(fragment):
    """Return the words of a piece of HTML, and its tags."""
    reader = HTMLParser()
    found: tuple[list[str], list[str]] = ([], [])
    reader.handle_data = found[0].append
    reader.handle_starttag = lambda tag, _: found[1].append(tag)
    reader.feed(fragment)
    return " ".join(" ".join(found[0]).split()), found[1]


def test_a_comparison_shows_its_verdict_and_its_tables(each):
    """Verdict and warnings, the order, the pairs; no script and no button."""
    said, tags = words(each._repr_html_())
    assert " ".join(each.verdict.split()) in said
    for warning in each.warnings:
        assert " ".join(warning.split()) in said
    for name in each.order[:10]:
        assert " ".join(name.split()) in said
    assert not {"script", "button", "input", "img", "style"} & set(tags)
    assert tags.count("table") == 2


def test_of_many_pairs_the_first_are_shown(shown):
    """And the others counted."""
    said, _ = words(shown("many")._repr_html_())
    assert "and 750 more pairs" in said


def test_pairs_and_results_show_their_numbers(shown):
    """The same numbers as the objects hold."""
    pairs = shown("ranks").pairs
    said, tags = words(pairs._repr_html_())
    assert f"{pairs.p_adjusted[0]:.4g}" in said
    assert tags.count("tr") == len(pairs) + 1
    table = shown("ranks").scores
    result = wilcoxon(table["a0"], table["a1"])
    said, _ = words(result._repr_html_())
    assert f"{result.p_value:.4g}" in said


@pytest.mark.parametrize("name", ["ranks", "measures", "hostile", "many"])
def test_scores_show_a_table(shown, name):
    """What they are in a line, and the means of each algorithm; of many the first."""
    scores = shown(name).question.scores
    said, tags = words(scores._repr_html_())
    assert scores.algorithms[0] in said
    assert "table" in tags
    assert "script" not in tags
    assert tags.count("tr") <= 40
