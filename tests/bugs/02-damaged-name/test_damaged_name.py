"""A bad byte inside a name gives a shortened name, with no exception to catch.

Seen in vitali87/code-graph-rag#1810.
"""

from __future__ import annotations

from xray_graph.parse.extract import extract


def test_no_shorter_name_and_the_file_is_partial():
    facts = extract(b"def al\xffpha():\n  pass\ndef beta():\n  pass\n", "python")
    assert [one.name for one in facts.declarations] == ["beta"]
    assert [one.code for one in facts.diagnostics]
