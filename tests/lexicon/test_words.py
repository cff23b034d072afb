"""Words and parts: what counts as one, in any case and any script."""

from __future__ import annotations

import numpy as np
import pytest

from xray_graph.lexicon import WordReader, parts_of, spaced, words_of


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("getUserName", ("get", "user", "name")),
        ("HTTPServer", ("http", "server")),
        ("parseURL", ("parse", "url")),
        ("getURLs", ("get", "urls")),
        ("IsValid", ("is", "valid")),
        ("snake_case_name", ("snake", "case", "name")),
        ("MAX_FILE_BYTES", ("max", "file", "bytes")),
        ("__init__", ("init",)),
        ("utf8", ("utf", "8")),
        ("HTTP2Server", ("http", "2", "server")),
        ("v1", ("v", "1")),
        ("straße", ("straße",)),
        ("Größe", ("größe",)),
        ("目录", ("目录",)),
        ("हिन्दी", ("हिन्दी",)),
        ("404", ("404",)),
    ],
)
def test_parts(word, parts):
    assert parts_of(word) == parts


@pytest.mark.parametrize("word", ["x", "_", "__", "", "1234567", "a" * 33, "9f" * 20, "“”"])
def test_what_says_nothing_has_no_parts(word):
    assert parts_of(word) == ()


def test_words_are_found_whatever_parts_them():
    assert words_of("def get_user(id: int) -> 'User': # naïve, 目录") == [
        "def", "get_user", "id", "int", "User", "naïve", "目录",
    ]  # fmt: skip


def test_a_text_that_is_no_utf8_has_words_all_the_same():
    assert words_of("one \udcff two") == ["one", "two"]


def test_spellings_of_one_name_are_one_row():
    reader = WordReader()
    words = spaced(b"httpServer HTTP_SERVER;HttpServer/httpserver x").split()
    reader.number(words, len(words))
    vocabulary, row_of = reader.finish()
    rows = [vocabulary.row(row) if row >= 0 else None for row in row_of.tolist()]
    assert rows == ["http_server", "http_server", "http_server", "httpserver", None]
    assert vocabulary.parts == ["http", "server", "httpserver"]
    assert np.array_equal(vocabulary.row_offsets, [0, 2, 3])
