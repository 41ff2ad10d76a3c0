"""The page on what others compute differently: our column is what we compute now."""

from __future__ import annotations

from pathlib import Path

import pytest

from others import ours, theirs
from others.__main__ import answer, code, shown, title

PAGE = (Path(__file__).parents[2] / "docs" / "others.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("case", theirs.CASES, ids=lambda case: case.__name__)
def test_our_answer_is_the_one_on_the_page(case):
    """If this fails: `make others` writes the page anew, with both columns."""
    mine = getattr(ours, case.__name__)
    section = PAGE.partition(f"## {title(case.__name__)}\n")[2].partition("\n## ")[0]
    assert section.rstrip().endswith(f"gives {shown(answer(mine()))}.")
    assert code(case) in section
    assert code(mine) in section
