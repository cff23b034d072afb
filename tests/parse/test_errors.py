"""Repairs: the language's own rewrites, then top-level slices; kept only where less is lost."""

from __future__ import annotations

import pytest

from xray_graph.graph.ids import symbols
from xray_graph.parse import grammar
from xray_graph.parse.errors import roots
from xray_graph.parse.extract import extract

GENERIC_CALLS = """import type { A } from './a'

export interface Get {
  <Key extends string>(key: Key): A
  <T>(key: T, more: number): A
  (key: any): void
}

export type B = string

export interface Set {
  (key: any): A
  <Key>(key: Key): void
}
"""


def test_what_the_grammar_cannot_read_is_rewritten_in_place():
    facts = extract(GENERIC_CALLS.encode(), "typescript")
    assert {"Get", "B", "Set"} <= set(symbols(facts))
    known = dict(zip(symbols(facts), facts.declarations, strict=True))
    data = GENERIC_CALLS.encode()
    assert data[known["B"].start : known["B"].end] == b"type B = string"
    assert known["Set"].name_line == 11
    signatures = [d for d in facts.declarations if "signature" in d.attributes]
    assert [len(d.parameters) for d in signatures] == [1, 2, 1, 1, 1]


def test_a_repaired_file_is_still_reported():
    facts = extract(GENERIC_CALLS.encode(), "typescript")
    assert facts.diagnostics
    assert {d.code for d in facts.diagnostics} == {"parse-error"}
    assert all(0 < d.line <= d.end_line <= facts.lines for d in facts.diagnostics)


@pytest.mark.parametrize(
    ("source", "language", "symbol"),
    [
        ("export type * from './x';\nexport class A {}\n", "typescript", "A"),
        ("let u: import('./x').Foo<number>\nlet t: [a: string]\n", "typescript", "t"),
        ("export default abstract class {}\nclass A {}\n", "typescript", "A"),
        ("interface A<in out T> {}\nclass B {}\n", "typescript", "B"),
        ("class A { accessor x = 1 }\nclass B {}\n", "javascript", "B"),
        ("import x from './y' assert { type: 'json' }\nclass B {}\n", "javascript", "B"),
    ],
)
def test_each_rewrite(source, language, symbol):
    loaded = grammar.load(language)
    repair = roots(loaded.parser.parse(source.encode()), source.encode(), loaded)
    assert repair.wrong
    assert not any(root.has_error for root in repair.roots)
    assert symbol in symbols(extract(source.encode(), language))


def test_a_file_that_parses_is_read_as_it_is():
    facts = extract(b"const x = a\n  <b> c\n", "typescript")
    assert not facts.diagnostics


def broken(blocks: int) -> str:
    """A class in the middle whose method never gets its parameters."""
    parts = [f"export function f{i}(a) {{\n  return g{i}(a);\n}}\n" for i in range(blocks)]
    parts.insert(blocks // 2, "class Open { m( {\n")
    return "\n".join(parts)


def test_slices_save_what_an_error_swallowed():
    source = broken(40)
    facts = extract(source.encode(), "javascript")
    found = set(symbols(facts))
    assert {f"f{i}" for i in range(40)} <= found
    lines = source.splitlines()
    for symbol, one in zip(symbols(facts), facts.declarations, strict=True):
        if symbol.startswith("f") and symbol[1:].isdigit():
            assert f"function {symbol}(" in lines[one.name_line - 1]
    assert facts.diagnostics
    assert all(0 <= d.line <= facts.lines for d in facts.diagnostics)


def test_slices_are_for_every_language():
    parts = [f"func F{i}(a int) int {{\n\treturn G{i}(a)\n}}\n" for i in range(30)]
    parts.insert(15, "func broken(a int) {\n\tif a {{{ (\n")
    facts = extract(("package p\n\n" + "\n".join(parts)).encode(), "go")
    assert {f"F{i}" for i in range(30)} <= set(symbols(facts))
    assert facts.package == "p"


def test_nothing_to_save_is_no_error():
    for source in (b"", b"((((", b"\xff\xfe\x00", b"}\n\n}\n\n}\n", b"`" * 50):
        for language in ("javascript", "typescript", "tsx"):
            assert extract(source, language).language == language
