"""R's .rda files, written here byte by byte as R's manual describes the format."""

from __future__ import annotations

import bz2
import gzip
import lzma
import struct

import numpy as np
import pytest

from studies.rda import NotData, frames

NOTHING = struct.pack(">i", 254)
ATTRIBUTES, TAG = 0x200, 0x400


def integers(*values):
    return struct.pack(f">{len(values)}i", *values)


def text(value):
    raw = value.encode()
    return integers(9, len(raw)) + raw


def strings(*values):
    return integers(16, len(values)) + b"".join(map(text, values))


def attributes(**named):
    """A chain of named objects, ended by nothing."""
    links = [integers(2 | TAG, 1) + text(name) + value for name, value in named.items()]
    return b"".join(links) + NOTHING


def reals(*values):
    return integers(14, len(values)) + struct.pack(f">{len(values)}d", *values)


def factor(*codes, levels):
    named = attributes(levels=strings(*levels))
    return integers(13 | ATTRIBUTES, len(codes), *codes) + named


def file_of(body, *, version=2):
    head = b"RDX%d\nX\n" % version + integers(version, 0x00030600, 0x00020300)
    encoding = integers(5) + b"UTF-8" if version == 3 else b""
    return head + encoding + integers(2 | TAG, 1) + text("Table") + body + NOTHING


def table():
    columns = reals(1.5, float("nan"), -2.0) + factor(1, 2, -(2**31), levels=("no", "yes"))
    return integers(19 | ATTRIBUTES, 2) + columns + attributes(names=strings("size", "class"))


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("packed", [bytes, gzip.compress, bz2.compress, lzma.compress])
def test_a_frame_with_a_factor(version, packed):
    """Numbers, words, and what is missing in either, however the file is compressed."""
    found = frames(packed(file_of(table(), version=version)))["Table"]
    assert list(found.columns) == ["size", "class"]
    assert found["size"].tolist()[::2] == [1.5, -2.0]
    assert np.isnan(found["size"][1])
    assert found["class"].astype(object).tolist()[:2] == ["no", "yes"]
    assert found["class"].isna().tolist() == [False, False, True]


def test_code_is_refused():
    """A function (kind 3) is no data, and is not read."""
    with pytest.raises(NotData, match="kind 3, which is no table of data"):
        frames(file_of(integers(3)))


def test_another_file_is_refused():
    """The first bytes tell."""
    with pytest.raises(NotData, match=r"no \.rda file"):
        frames(b"dataset,score\n")
