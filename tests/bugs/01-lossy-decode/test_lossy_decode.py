"""One byte that is not UTF-8 makes a whole file vanish. Here: what reading a file has to do with it.

Seen in vitali87/code-graph-rag#1797, CodeGraphContext/CodeGraphContext#1390.
"""

from __future__ import annotations

import pytest

from xray_graph.config import WalkSettings
from xray_graph.report import BuildReport, Recorder
from xray_graph.walk import read_files, walk

RAW = b"# caf\xe9\ndef ok():\n    pass\n"


@pytest.mark.parametrize("name", ["a.py", "a.go", "a.rb", "a.java", "a.md", "a.yaml"])
def test_the_text_is_kept_and_the_file_is_named(repo, name):
    root = repo({name: RAW})
    report = BuildReport()
    recorder = Recorder(report)
    found = walk(root, WalkSettings(), recorder)
    [text] = read_files(root, found.files, WalkSettings(), recorder)
    report.add_files([text.file])
    assert text.data == RAW
    assert report.partial == (name,)
    assert report.to_json()["partial"][0]["diagnostics"] == [
        {"code": "lossy-decode", "message": "byte 0xe9 at offset 5 is not UTF-8", "line": 1, "end_line": 1}
    ]


def test_a_coding_line_is_honoured(repo):
    root = repo({"a.py": b"# -*- coding: latin-1 -*-\n" + RAW})
    report = BuildReport()
    found = walk(root, WalkSettings(), Recorder(report))
    [text] = read_files(root, found.files, WalkSettings(), Recorder(report))
    assert "# café\ndef ok()" in text.data.decode()
    assert not report.diagnostics
