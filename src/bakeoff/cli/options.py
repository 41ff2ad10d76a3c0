"""Options that several commands share, and what they mean."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from bakeoff.errors import InvalidInput

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
    str, typer.Option("--missing", help="Missing scores: error, or drop (leave out their rows).")
]
Direction: TypeAlias = Annotated[
    bool | None,
    typer.Option("--higher-is-better/--lower-is-better", help="Direction of an unknown measure."),
]
Columns: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="ROLE=COL", help="What a column means, as algorithm=name."),
]


def source_of(files: list[str]) -> str | list[str]:
    """Return one file as it is, several as a group."""
    return files[0] if len(files) == 1 else files


def pairs_of(given: list[str] | None, option: str) -> dict[str, str] | None:
    """Return COL=VALUE options as a mapping."""
    if not given:
        return None
    parts = [one.partition("=") for one in given]
    for (name, equals, _), one in zip(parts, given, strict=True):
        if not name or not equals:
            raise InvalidInput(f"{option} must look like NAME=VALUE; it was {one!r}")
    return {name.strip(): value.strip() for name, _, value in parts}


def write_json(content: dict[str, Any], target: str) -> None:
    """Write JSON to a file, or to standard output for `-`; NaN becomes null, infinity "inf"."""
    text = json.dumps(_without_nan(content), indent=2, allow_nan=False) + "\n"
    if target == "-":
        sys.stdout.write(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as reason:
        raise InvalidInput(f"{target} could not be written: {reason.strerror}") from None
    say(f"wrote {target}")


def say(text: str) -> None:
    """Tell the person something that is no result: on stderr."""
    sys.stderr.write(f"{text}\n")


def _without_nan(value: Any) -> Any:
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {key: _without_nan(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without_nan(part) for part in value]
    return value
