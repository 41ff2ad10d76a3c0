"""What goes out: results to standard output, files where they were asked for, talk to stderr."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from bakeoff.errors import InvalidInput


def write_json(content: Mapping[str, Any], target: str) -> None:
    """Write JSON to a file, or to standard output for `-`; NaN becomes null, infinity "inf"."""
    text = json.dumps(_finite(content), indent=2, allow_nan=False) + "\n"
    if target == "-":
        show(text.rstrip("\n"))
        return
    write_text(text, Path(target))


def write_text(text: str, path: Path) -> None:
    """Write a file, and say whether it took the place of another."""
    verb = "replaced" if path.exists() else "wrote"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as reason:
        raise InvalidInput(f"{path} could not be written: {reason.strerror}") from None
    say(f"{verb} {path}")


def can_be_written(paths: Iterable[str | Path | None]) -> None:
    """Stop at a file that cannot be written before any work is done for it."""
    for path in [Path(one) for one in paths if one is not None and str(one) != "-"]:
        try:
            reason = _hindrance(path)
        except OSError as fault:  # a name that is too long, for one
            reason = str(fault.strerror)
        if reason is not None:
            raise InvalidInput(f"{path} could not be written: {reason}")


def _hindrance(path: Path) -> str | None:
    """Return why a file cannot be written, or None."""
    if path.is_dir():
        return "it is a folder"
    if not path.parent.is_dir():
        return f"there is no folder {path.parent}"
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        return "Permission denied"
    return None


def show(text: str) -> None:
    """Put a result on standard output, in letters that the terminal has."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def say(text: str) -> None:
    """Tell the person something that is no result: on stderr."""
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    sys.stderr.write(text.encode(encoding, "replace").decode(encoding) + "\n")


def say_notes(notes: Iterable[str]) -> None:
    """Tell what was decided on the way."""
    for note in notes:
        say(f"note: {note}")


def number(value: Any) -> str:
    """Return a number as a person reads it: whole where it is whole, else four digits.

    Examples
    --------
    >>> [number(value) for value in (12.0, 0.0123456, 1234.56, 654321.9, 2e-7, (2, 9.0))]
    ['12', '0.01235', '1235', '654322', '2e-07', '2 and 9']
    """
    if isinstance(value, list | tuple):
        return " and ".join(number(part) for part in value)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return str(value)
    if not math.isfinite(value):
        return str(float(value))
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.0f}" if 1e3 <= abs(value) < 1e15 else f"{value:.4g}"


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value
