"""The two figures that need no data: what is found agrees with what is printed, or says why not."""

from __future__ import annotations

import numpy as np
import pytest

from studies import figure1, figure4, page
from studies.findings import Finding, Table, Told


@pytest.fixture(scope="module")
def moved():
    return figure1.run(None, full=False)


def test_a_threshold_that_error_does_not_see(moved):
    """The two ends have one error; between them it falls, so the printed words are too strong."""
    assert [one.verdict for one in moved.findings] == ["differ", "agree", "agree", "agree"]


def test_true_negatives_and_skew():
    """Both manipulations move the test that they should move, and not the other."""
    told = figure4.run(None, full=False)
    assert [one.verdict for one in told.findings] == ["agree"] * 4


def test_the_manipulations():
    """The rates stay under skew, precision and recall under more true negatives."""
    counts = figure4.drawn(np.random.default_rng(0), 3)
    assert figure4.with_skew(counts, 0.5).rates() == pytest.approx(counts.rates())
    more = figure4.with_true_negatives(counts, 0.5)
    assert more.retrieval() == pytest.approx(counts.retrieval())
    assert (more.rates()[..., 1] < counts.rates()[..., 1]).all()


def test_a_page_shows_text_as_text(tmp_path, moved):
    """Names with HTML are shown, pictures are there, numbers are short."""
    import pandas as pd

    frame = pd.DataFrame({"<b>": [0.123456]}, index=["<script>"])
    told = Told(
        "<i>", "s", ["d"], [Finding("w", "p", "o", "agree")], [Table("t", frame)], moved.pictures
    )
    page.write(told, tmp_path / "deep" / "page.html", "python -m studies x")
    text = (tmp_path / "deep" / "page.html").read_text(encoding="utf-8")
    assert "<script>" not in text
    assert "&lt;script&gt;" in text
    assert "0.1235" in text
    assert text.count("<svg") == 1
