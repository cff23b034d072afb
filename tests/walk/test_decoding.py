"""The stored text of a file: UTF-8, whatever it was written in, and what was lost told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.model import SkipReason
from xray_graph.walk.decoding import decoded

TEXT = "def f():\n    return 'naïve 目录 🚀'\n"


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "utf-32-be"])
def test_byte_order_marks(codec):
    mark = {"utf-16-be": b"\xfe\xff", "utf-32-be": b"\0\0\xfe\xff"}.get(codec, b"")
    assert decoded(mark + TEXT.encode(codec)) == (TEXT.encode(), ())


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_that_says_so_nowhere(codec):
    text = "def f():\n    return 'naïve'\n"
    assert decoded(text.encode(codec)).data == text.encode()


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("latin-1", "# -*- coding: latin-1 -*-\n# café\n"),
        ("cp1252", "#!/usr/bin/ruby\n# encoding: Windows-1252\nputs '“quoted”'\n"),
        ("iso8859-15", "// vim: set fileencoding=iso-8859-15 :\nlet a = '€';\n"),
        ("shift_jis", "/* -*- coding: shift_jis -*- */\n// 日本\n"),
        ("euc_kr", "-- coding: euc-kr-unix\nselect '한국';\n"),
        ("koi8-r", "\n; coding: koi8-r\n; Привет\n"),
    ],
)
def test_coding_lines_are_honoured_in_every_language(codec, text):
    assert decoded(text.encode(codec)) == (text.encode(), ())


@pytest.mark.parametrize(
    "line",
    [
        "# coding: utf-8",
        "# coding: nonsense",
        "# coding: rot13",
        "# coding: zip",
        "# coding: idna",
        "x = 'coding: latin-1'",
    ],
)
def test_coding_lines_that_are_not_followed(line):
    raw = line.encode() + b"\n# caf\xe9\n"
    result = decoded(raw)
    assert result.data == raw
    assert result.diagnostics[-1].code == "lossy-decode"
    named = [one.message for one in result.diagnostics if one.code == "unknown-coding"]
    assert bool(named) == (line.split()[-1] in {"nonsense", "rot13", "zip", "idna"})


def test_text_that_is_utf8_is_taken_as_it_is():
    raw = "# -*- coding: latin-1 -*-\n# café\n".encode()
    assert decoded(raw) == (raw, ())


def test_bytes_that_do_not_fit_stay_and_are_told():
    raw = b"x = 1\n# caf\xe9 and na\xefve\n"
    result = decoded(raw)
    assert result.data == raw
    [told] = result.diagnostics
    assert (told.code, told.line) == ("lossy-decode", 2)
    assert told.message == "byte 0xe9 at offset 11 is not UTF-8, nor is 1 more place"


def test_a_file_in_utf16_that_was_cut():
    raw = b"\xff\xfe" + TEXT.encode("utf-16-le")[:-1]
    result = decoded(raw)
    assert result.data.decode().startswith("def f():\n")
    assert result.diagnostics[0].code == "lossy-decode"
    assert result.diagnostics[0].line == 2


def test_binary_and_broken():
    assert decoded(b"GIF89a\0\1") is SkipReason.BINARY
    assert decoded(b"\xff\xfe" + b"\0\xd8" * 100) is SkipReason.ENCODING
    assert decoded(b"") == (b"", ())
    assert decoded(b"\xef\xbb\xbf") == (b"", ())


@given(st.binary(max_size=300))
def test_any_bytes_have_an_answer(raw):
    result = decoded(raw)
    if not isinstance(result, SkipReason):
        try:
            result.data.decode()
            assert True
        except UnicodeDecodeError:
            assert [one for one in result.diagnostics if one.code == "lossy-decode"]
            assert result.data in {raw, raw[3:]}  # a true copy, less a mark


@given(st.text(min_size=1).filter(lambda text: "\0" not in text and not text.startswith("\ufeff")))
def test_any_text_comes_back(text):
    for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-32"):
        assert decoded(text.encode(codec)) == (text.encode(), ())
