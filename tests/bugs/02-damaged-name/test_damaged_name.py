"""A bad byte inside a name gives a shortened name, with no exception to catch.

Seen in vitali87/code-graph-rag#1810.
"""

from __future__ import annotations

import pytest

from xray_graph.parse.documents import sql
from xray_graph.parse.extract import extract


def test_no_shorter_name_and_the_file_is_partial():
    facts = extract(b"def al\xffpha():\n  pass\ndef beta():\n  pass\n", "python")
    assert [one.name for one in facts.declarations] == ["beta"]
    assert [one.code for one in facts.diagnostics]


# In some the error hangs beside what the name is a part of, not beside the name.
OTHERS = {
    "c": b"int al\xffpha(void) { return 1; }\nint *al\xffpha(void);\nint beta(void) { return 2; }\n",
    "cpp": b"int al\xffpha() { return 1; }\nint *al\xffpha();\nint beta() { return 2; }\n",
    "csharp": b"void al\xffpha() { }\nvoid beta() { }\n",
    "go": b"package a\nfunc al\xffpha() {}\nfunc beta() {}\n",
    "javascript": b"function al\xffpha() {}\nfunction beta() {}\n",
    "php": b"<?php function al\xffpha() {}\nfunction beta() {}\n",
    "ruby": b"def al\xffpha; end\ndef beta; end\n",
    "rust": b"fn al\xffpha() {}\nfn beta() {}\n",
}


@pytest.mark.parametrize("language", OTHERS)
def test_so_it_is_wherever_the_error_hangs(language):
    facts = extract(OTHERS[language], language)
    assert [one.name for one in facts.declarations] == ["beta"]
    assert facts.diagnostics


def test_a_table_of_such_a_name_is_left_out_and_told():
    facts = sql.extract(
        b"create table al\xffpha (i int);\ncreate table beta (i int references al\xffpha(i));\n"
    )
    assert [(one.name, one.attributes) for one in facts.declarations] == [("beta", ("column=i int",))]
    assert [(one.code, one.line) for one in facts.diagnostics] == [("parse-error", 1)]
