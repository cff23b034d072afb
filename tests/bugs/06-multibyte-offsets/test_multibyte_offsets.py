"""Byte offsets used as character offsets: snippets shift after the first emoji or CJK letter.

Seen in anomalyco/opentui#823, tree-sitter/tree-sitter#3610.
"""

from __future__ import annotations

import pytest

from xray_graph.parse.extract import extract

CASES = {
    "go": ("package p\n\nvar s = `🚀é漢`\n\nfunc Übung(名 int) int { return 名 }\n", "Übung", "func Übung"),
    "python": ("s = '🚀é漢'\ndef übung(名):\n    return 名\n", "übung", "def übung"),
    "java": ('class A { String s = "🚀é漢"; int übung(int 名) { return 名; } }\n', "übung", "int übung"),
    "typescript": (
        "const s = '🚀é漢';\nfunction übung(名: number) { return 名; }\n",
        "übung",
        "function übung",
    ),
    "c": ('char *s = "🚀é漢";\nint übung(int x) { return x; }\n', "übung", "int übung"),
    "rust": ('const S: &str = "🚀é漢";\nfn übung(x: u8) -> u8 { x }\n', "übung", "fn übung"),
}


@pytest.mark.parametrize("language", CASES)
def test_the_span_is_the_declaration(language):
    text, name, start = CASES[language]
    data = text.encode()
    facts = extract(data, language)
    one = next(d for d in facts.declarations if d.name == name)
    assert data[one.start : one.end].decode().startswith(start)
    assert data[one.start : one.end].decode().rstrip().endswith(("}", "名"))
