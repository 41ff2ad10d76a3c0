"""The encoding of a text: told by its byte-order mark, or found out."""

from __future__ import annotations

from bakeoff.errors import InvalidInput

HEAD = 1 << 16  # bytes looked at to find out what a file is
BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def encoding_of(head: bytes, name: str) -> tuple[str, int, tuple[str, ...]]:
    """Return the encoding of a text, the length of its byte-order mark, and a note on a guess."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return encoding, len(mark), ()
    if b"\0" in head:
        raise InvalidInput(f"{name} is not text: it holds NUL bytes; save it as UTF-8 text")
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as fault:
        # a character cut in two at the end of the head is no fault
        if len(head) < HEAD or fault.start < len(head) - 4:
            return "cp1252", 0, (f"{name} is not UTF-8; it was read as Windows-1252",)
    return "utf-8", 0, ()


def decoded(content: bytes, name: str) -> str:
    """Return a whole text, without its byte-order mark."""
    encoding, mark, _ = encoding_of(content[:HEAD], name)
    return content[mark:].decode(encoding, "replace")
