"""Options that several commands share, and what they mean."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import BytesIO
from typing import Annotated, TypeAlias

import typer

from bakeoff.errors import InvalidInput

STANDARD_INPUT = "-"

Files: TypeAlias = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Files to read; - is standard input.")
]
Json: TypeAlias = Annotated[
    str | None, typer.Option("--json", metavar="F", help="Write JSON to F; - is standard output.")
]
Where: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="COL=VALUE", help="Keep one level of a further factor."),
]
Missing: TypeAlias = Annotated[
    str,
    typer.Option(
        "--missing",
        metavar="error|drop",
        help="What is missing is an error, or its data set (split, item) is left out.",
    ),
]
Direction: TypeAlias = Annotated[
    bool | None,
    typer.Option("--higher-is-better/--lower-is-better", help="Direction of an unknown measure."),
]
Columns: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="ROLE=COL", help="What a column means, such as algorithm=Condition."
    ),
]
Measures: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--measure", "--measures", "-m", metavar="M", help="A measure, or several: error,auc."
    ),
]
Positive: TypeAlias = Annotated[
    str | None, typer.Option("--positive", metavar="CLASS", help="The positive class.")
]
Truth: TypeAlias = Annotated[
    str | None, typer.Option("--y", metavar="COL", help="The column with the truth.")
]
Models: TypeAlias = Annotated[
    str | None,
    typer.Option("--models", metavar="A,B", help="The algorithms to keep; the others are not."),
]
Dataset: TypeAlias = Annotated[
    str | None, typer.Option("--dataset", metavar="D", help="One data set of several.")
]
Control: TypeAlias = Annotated[
    str | None, typer.Option(metavar="A", help="The algorithm that all others are compared with.")
]
Alpha: TypeAlias = Annotated[float, typer.Option(metavar="X", help="The level.")]
Margin: TypeAlias = Annotated[
    float | None, typer.Option(metavar="X", help="The smallest difference that matters.")
]
Correction: TypeAlias = Annotated[
    str, typer.Option(metavar="C", help="The correction for many pairs.")
]
Seed: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Where chance enters: its seed.")]
Why: TypeAlias = Annotated[
    bool, typer.Option("--why", help="Tell the reasons, the checks and all pairs.")
]
Html: TypeAlias = Annotated[str | None, typer.Option(metavar="F", help="Write a page.")]


def source_of(files: Sequence[str]) -> str | list[str]:
    """Return one file as it is, several as a group; standard input can be read more than once."""
    if files.count(STANDARD_INPUT) > 1:
        raise InvalidInput("standard input (-) can be named once; it was named twice or more")
    if STANDARD_INPUT in files:
        keep_standard_input()
    return files[0] if len(files) == 1 else list(files)


def names_of(given: Sequence[str] | str | None) -> list[str] | None:
    """Return names that were given with commas between them, or one by one."""
    if not given:
        return None
    texts = [given] if isinstance(given, str) else given
    return [name.strip() for text in texts for name in text.split(",") if name.strip()] or None


def pairs_of(given: Sequence[str] | None, option: str) -> dict[str, str | list[str]] | None:
    """Return NAME=VALUE options as a mapping; a name that comes twice has a list."""
    if not given:
        return None
    pairs: dict[str, str | list[str]] = {}
    for one in given:
        name, equals, value = (part.strip() for part in one.partition("="))
        if not name or not equals:
            raise InvalidInput(f"{option} must look like NAME=VALUE; it was {one!r}")
        known = pairs.get(name)
        if known is None:
            pairs[name] = value
        else:
            pairs[name] = [*([known] if isinstance(known, str) else known), value]
    return pairs


class _Kept:
    """Standard input after it was read: whoever asks gets all of it, from the start."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @property
    def buffer(self) -> BytesIO:
        return BytesIO(self.content)


def keep_standard_input() -> None:
    """Read standard input once, so that a reader that gives up leaves it to the next one."""
    if not isinstance(sys.stdin, _Kept):
        sys.stdin = _Kept(sys.stdin.buffer.read())
