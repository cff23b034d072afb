"""Functions made by macros swallow the next real function, or all get the macro's name.

Seen in tree-sitter/tree-sitter-c#130, DeusData/codebase-memory-mcp#1957.
"""

from __future__ import annotations

import pytest

from xray_graph.parse.extract import extract


@pytest.mark.parametrize("macro", ["FOO", "foo"])
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_the_real_function_keeps_its_exact_name(macro, language):
    source = (
        f"#define {macro}(n) void n(void) {{}}\n{macro}(a)\n{macro}(b)\nint real(void) {{\n return g();\n}}\n"
    )
    facts = extract(source.encode(), language)
    (real,) = [d for d in facts.declarations if d.kind == "function"]
    assert real.name == "real"
    inside = [call.line for call in facts.calls if call.scope]
    assert inside == [5]
    assert real.line <= 5 <= real.end_line
