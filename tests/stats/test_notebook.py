"""What a notebook shows of results."""

from __future__ import annotations

import numpy as np
import pytest

from bakeoff.stats import PairTable, mcnemar, wilcoxon
from bakeoff.stats.pairs import all_pairs


def pairs(k, names=None):
    """Return a table of pairs with rising p-values."""
    many = k * (k - 1) // 2
    p = np.linspace(0.01, 0.99, many)
    return PairTable(
        name="wilcoxon",
        algorithms=tuple(names or range(k)),
        pairs=all_pairs(k),
        difference=p - 0.5,
        statistic=p,
        p_value=p,
        p_adjusted=p,
        effect=p,
        low=np.full(many, np.nan),
        high=np.full(many, np.nan),
        correction="holm",
        notes=("mind <this>",),
    )


def test_a_result_shows_its_numbers_and_its_interval():
    """Statistic, p, method, effect with its name, interval: as the object holds them."""
    result = wilcoxon([0.9, 0.8, 0.85, 0.7, 0.95, 0.6], [0.8, 0.75, 0.8, 0.72, 0.9, 0.5])
    shown = result._repr_html_()
    low, high = result.interval()
    assert f"<th>p</th><td>{result.p_value:.4g}</td>" in shown
    assert f"<td>{low:.4g} to {high:.4g}</td>" in shown
    assert "matched rank-biserial" in shown


def test_notes_are_shown_and_cannot_be_read_as_tags():
    """A name or a note with an angle bracket stays a text."""
    shown = pairs(3, ["<b>", "b", "c"])._repr_html_()
    assert "<td>&lt;b&gt;</td>" in shown
    assert "<p>mind &lt;this&gt;</p>" in shown


def test_many_pairs_are_cut_and_counted():
    """Of 45 pairs 40 are shown."""
    shown = pairs(10)._repr_html_()
    assert shown.count("<tr>") == 41
    assert "<p>and 5 more pairs</p>" in shown


def test_nan_shows_as_nothing():
    """Where a test has no interval, the cell is empty."""
    assert "nan" not in pairs(3)._repr_html_()


@pytest.mark.parametrize("batch", [2, 3])
def test_a_batch_shows_its_size(batch):
    """Thousands of tests are not a table."""
    shown = mcnemar(np.ones((batch, 2, 2)))._repr_html_()
    assert f"a batch of {batch}" in shown
