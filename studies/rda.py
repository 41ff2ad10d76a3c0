"""Read data frames from R's .rda files: the part of the format that tables of data use.

R writes a list of named objects in its serialization format (R Internals, section 1.8), here
always big-endian, and compresses the whole. Only data are understood: vectors, factors, lists
and their attributes. A file that holds code or environments is refused.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

OPENERS = ((b"\x1f\x8b", gzip.decompress), (b"BZh", bz2.decompress), (b"\xfd7zXZ", lzma.decompress))
MISSING_INTEGER = -(2**31)

# the kinds of objects, by their number in the format
SYMBOL, PAIRS, TEXT, LOGICAL, INTEGER, REAL, STRINGS, LIST = 1, 2, 9, 10, 13, 14, 16, 19
REFERENCE, NOTHING = 255, 254


class NotData(ValueError):
    """The file holds something that is no table of data."""


@dataclass(slots=True)
class Vector:
    """A vector of R with its attributes."""

    values: Any
    attributes: dict[str, Any] = field(default_factory=dict)


def frames(content: bytes) -> dict[str, pd.DataFrame]:
    """Return the data frames in the bytes of an .rda file by name."""
    found = _Reader(_plain(content)).objects()
    return {
        name: _frame(one)
        for name, one in found.items()
        if isinstance(one, Vector) and isinstance(one.values, list)
    }


def _plain(content: bytes) -> bytes:
    for start, opened in OPENERS:
        if content.startswith(start):
            return opened(content)
    return content


def _frame(table: Vector) -> pd.DataFrame:
    names = table.attributes["names"].values
    return pd.DataFrame({name: _column(one) for name, one in zip(names, table.values, strict=True)})


def _column(one: Vector) -> Any:
    if "levels" not in one.attributes:
        return one.values
    codes = np.where(one.values == MISSING_INTEGER, 0, one.values) - 1
    return pd.Categorical.from_codes(codes, one.attributes["levels"].values)


class _Reader:
    def __init__(self, content: bytes) -> None:
        if not content.startswith((b"RDX2\nX\n", b"RDX3\nX\n")):
            raise NotData("this is no .rda file that R has written in its usual form")
        self.rest = io.BytesIO(content[7:])
        self.known: list[str] = []  # symbols are written once and then referred to
        version, _, _ = (self.integer() for _ in range(3))
        if version == 3:
            self.rest.read(self.integer())  # the name of the encoding

    def objects(self) -> dict[str, Any]:
        found = self.item()
        return found if isinstance(found, dict) else {}

    def integer(self) -> int:
        return int(struct.unpack(">i", self.rest.read(4))[0])

    def item(self) -> Any:
        flags = self.integer()
        kind = flags & 0xFF
        if kind == NOTHING:
            return None
        if kind == REFERENCE:
            return self.known[(flags >> 8 or self.integer()) - 1]
        if kind == SYMBOL:
            self.known.append(self.item())
            return self.known[-1]
        if kind == TEXT:
            length = self.integer()
            return None if length == -1 else self.rest.read(length).decode("utf-8", "replace")
        if kind == PAIRS:
            return self.pairs(flags)
        return self.vector(kind, has_attributes=bool(flags & 0x200))

    def pairs(self, flags: int) -> dict[str, Any]:
        """Return a list of named objects; it is written as a chain."""
        found: dict[str, Any] = {}
        while flags & 0xFF == PAIRS:
            if flags & 0x200:
                self.item()
            name = self.item() if flags & 0x400 else str(len(found))
            found[name] = self.item()
            flags = self.integer()
        return found

    def vector(self, kind: int, *, has_attributes: bool) -> Vector:
        if kind not in {LOGICAL, INTEGER, REAL, STRINGS, LIST}:
            raise NotData(f"the file holds an object of kind {kind}, which is no table of data")
        length = self.integer()
        if kind in {STRINGS, LIST}:
            one = Vector([self.item() for _ in range(length)])
        else:
            width, letter = (8, ">f8") if kind == REAL else (4, ">i4")
            values = np.frombuffer(self.rest.read(width * length), letter)
            one = Vector(values.astype(float if kind == REAL else int))
        if has_attributes:
            one.attributes = self.item() or {}
        return one
