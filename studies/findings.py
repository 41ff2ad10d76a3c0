"""What a document says, what is found here, and whether the two agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import pandas as pd

Verdict = Literal["agree", "differ", "in part", "cannot be told"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement of a document beside what is found here."""

    where: str
    printed: str
    ours: str
    verdict: Verdict
    why: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the page: a frame with its caption, and the same as printed where there is one."""

    caption: str
    frame: pd.DataFrame
    printed: pd.DataFrame | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the page, as SVG."""

    caption: str
    svg: str


@dataclass(frozen=True, slots=True)
class Told:
    """All that a study tells: title, what was done, findings, tables, pictures."""

    title: str
    source: str
    done: Sequence[str]
    findings: Sequence[Finding]
    tables: Sequence[Table] = ()
    pictures: Sequence[Picture] = ()
    left_out: Sequence[str] = field(default=())


def agreement(*, holds: bool) -> Verdict:
    """Return the verdict on a statement that holds here, or does not."""
    return "agree" if holds else "differ"
