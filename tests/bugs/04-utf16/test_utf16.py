"""A source file in UTF-16 crashes the reader, or gives an indexed file without a symbol.

Seen in universal-ctags/ctags#1135, tree-sitter/tree-sitter-c-sharp#252. Here: what is handed to the parser.
"""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings
from xray_graph.report import BuildReport, Recorder
from xray_graph.walk import read_files, walk

TEXT = "def f():\n  pass\n"


def read_one(repo, raw):
    root, report = repo({"a.py": raw}), BuildReport()
    found = walk(root, WalkSettings(), Recorder(report))
    [text] = read_files(root, found.files, WalkSettings(), Recorder(report))
    return text, report


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_it_is_read_as_what_it_is(repo, codec):
    text, report = read_one(repo, TEXT.encode(codec))
    assert text.data == TEXT.encode()
    assert not report.skipped
    assert not report.diagnostics


def test_or_it_is_skipped_with_the_reason(repo):
    text, report = read_one(repo, b"\xff\xfe" + b"\0\xd8" * 50)
    assert (text.data, text.skip.reason.value) == (b"", "encoding")
    assert [skip.path for skip in report.lost] == ["a.py"]
