"""The bytes of a file as the UTF-8 text that is stored, and what was lost on the way.

Text that is UTF-8 is taken as it is, whatever it claims. Else a byte order mark or a coding line
(`# -*- coding: latin-1 -*-`, honoured in every language) says how the file is written. Without one,
bytes that do not fit stay as they are, so that offsets into the stored text stay true, and are
reported with the offset of the first. Called by `reading`.
"""

from __future__ import annotations

import codecs
import re
from typing import Final, NamedTuple

from xray_graph.model import Diagnostic, SkipReason

# Longest first: the mark of UTF-32 starts with that of UTF-16.
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
HEAD: Final = 8000  # bytes that tell binary from text, as in git
_FEW: Final = 100  # one character in so many may be damaged
_CODING_HEAD: Final = 400  # bytes that hold the first two lines
# A line among the first two that has nothing but a comment on it (PEP 263, Ruby, Emacs).
_CODING: Final = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*(?:#|//|/\*|--|;|%|<!--)[^\n]*?coding[:=][ \t]*([-\w.]+)")
# Only codecs that turn bytes into text one by one; not those that unpack or interpret (zip, idna, ...).
_TEXT_CODECS: Final = re.compile(
    r"(?:ascii|us-ascii|latin|iso-?8859|cp\d|ibm\d|windows-|koi8|mac|shift|sjis|s-jis|euc|gb|big5|johab"
    r"|ptcp|tis-?620|hp-roman8)"
)


class Decoded(NamedTuple):
    data: bytes
    diagnostics: tuple[Diagnostic, ...] = ()


def decoded(raw: bytes) -> Decoded | SkipReason:
    """The stored text of a file's bytes, or BINARY, or ENCODING when its mark does not hold."""
    if raw.startswith(codecs.BOM_UTF8):
        raw = raw[len(codecs.BOM_UTF8) :]
    elif raw[:2] in {b"\xff\xfe", b"\xfe\xff", b"\0\0"}:
        for mark, codec in _MARKS:
            if raw.startswith(mark):
                return _transcoded(raw[len(mark) :], codec)
    if b"\0" in raw[:HEAD]:
        unmarked = _unmarked_utf16(raw)
        return _transcoded(raw, unmarked) if unmarked else SkipReason.BINARY
    if raw.isascii():
        return Decoded(raw)
    lossy = _lossy(raw)
    if not lossy or b"coding" not in raw[:_CODING_HEAD]:
        return Decoded(raw, lossy)
    found = _CODING.match(raw[:_CODING_HEAD])
    named = found[1].decode("ascii", "replace").lower().replace("_", "-") if found else "utf-8"
    codec = re.sub(r"-(?:unix|dos|mac)$", "", named)
    if codec.startswith(("utf-8", "utf8")):
        return Decoded(raw, lossy)
    if _TEXT_CODECS.match(codec) and _is_known(codec):
        return _transcoded(raw, codec)
    unknown = Diagnostic("unknown-coding", f"the coding line names {named!r}; read as UTF-8", 1, 1)
    return Decoded(raw, (unknown, *lossy))


def _transcoded(raw: bytes, codec: str) -> Decoded | SkipReason:
    """The text as UTF-8; bytes that do not fit are replaced while they are few."""
    try:
        return Decoded(raw.decode(codec).encode())
    except UnicodeDecodeError as error:
        text = raw.decode(codec, "replace")
        if text.count("\ufffd") > max(1, len(text) // _FEW):
            return SkipReason.ENCODING
        line = raw[: error.start].decode(codec, "replace").count("\n") + 1
        message = f"bytes at offset {error.start} are not {codec}, and were replaced"
        return Decoded(text.encode(), (Diagnostic("lossy-decode", message, line, line),))


def _lossy(raw: bytes) -> tuple[Diagnostic, ...]:
    """A diagnostic when not all of the bytes are UTF-8."""
    try:
        raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{raw[error.start]:02x} at offset {error.start} is not UTF-8"
        more = raw.decode(errors="replace").count("\ufffd") - raw.count(b"\xef\xbf\xbd") - 1
        if more > 0:
            message += f", nor are {more} more places" if more > 1 else ", nor is 1 more place"
        return (Diagnostic("lossy-decode", message, line, line),)
    return ()


def _unmarked_utf16(raw: bytes) -> str:
    """The codec of text in UTF-16 that says so nowhere: in Latin text every other byte is zero."""
    head = raw[: HEAD & ~1]
    first, second = head[::2], head[1::2]
    for codec, empty, full in (("utf-16-le", second, first), ("utf-16-be", first, second)):
        if len(raw) % 2 == 0 and len(full) >= 4 and 0 not in full and empty.count(0) > 0.8 * len(empty):
            try:
                raw.decode(codec)
            except UnicodeDecodeError:
                continue
            return codec
    return ""


def _is_known(codec: str) -> bool:
    try:
        codecs.lookup(codec)
    except LookupError:
        return False
    return True
