"""Braces opened in one `#ifdef` arm and closed behind another destroy the structure of a C file.

Seen in vitali87/code-graph-rag#702, universal-ctags/ctags#1188.
"""

from __future__ import annotations

from xray_graph.parse.extract import extract

SOURCE = (
    b"#ifdef A\nint f(int x) {\n#else\nint f(long x) {\n#endif\n return g(x);\n}\nint h(void) {return 1;}\n"
)


def test_both_functions_exist_and_the_call_belongs_to_the_first():
    facts = extract(SOURCE, "c")
    assert [(d.name, d.line, d.end_line) for d in facts.declarations] == [("f", 2, 7), ("h", 8, 8)]
    (call,) = facts.calls
    assert call.line == 6
    assert facts.scopes[facts.scopes[call.scope].parent].declaration == 0


def test_the_file_still_counts_as_partial():
    assert any(d.code == "parse-error" for d in extract(SOURCE, "c").diagnostics)


def test_a_repair_that_loses_more_is_not_kept():
    whole = b"#ifdef A\nint f(void) { return 1; }\n#else\nint g(void) { return 2; }\n#endif\nint h( { }\n"
    assert {"f", "g"} <= {d.name for d in extract(whole, "c").declarations}
