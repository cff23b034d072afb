"""The same again and again: past a bound a definition has no name, and an import of everything is left out."""

from __future__ import annotations

import pytest

from xray_graph.graph.ids import symbols
from xray_graph.parse.declarations import MANY, MAX_TWINS
from xray_graph.parse.extract import MAX_WHOLE, extract

TWINS = {
    "go": ("package p\n", "func f() { f() }\n"),
    "python": ("", "def f(): f()\n"),
    "typescript": ("", "function f() { f(); }\n"),
    "javascript": ("", "function f() { f(); }\n"),
    "java": ("", "class F { void f() {} }\n"),
    "rust": ("", "fn f() { f(); }\n"),
    "ruby": ("", "def f; f(); end\n"),
    "c": ("", "void f(void) { f(); }\n"),
    "cpp": ("", "void f() { f(); }\n"),
    "php": ("<?php\n", "function f() { f(); }\n"),
    "csharp": ("", "class F { void f() {} }\n"),
}


@pytest.mark.parametrize("language", TWINS)
def test_the_rest_keep_their_bodies_and_have_no_name(language):
    head, one = TWINS[language]
    facts = extract((head + one * (MAX_TWINS + 9)).encode(), language)
    outer = [d for d in facts.declarations if d.parent < 0]
    assert [bool(d.name) for d in outer] == [True] * MAX_TWINS + [False] * 9
    assert all(d.end > d.start for d in outer)
    found = [one for one in facts.diagnostics if one.code == MANY]
    assert [one.line for one in found] == [MAX_TWINS + 1 + head.count("\n")]
    names = symbols(facts)
    assert len(set(names)) == len(names)
    assert f"{outer[-1].kind if outer[-1].kind != 'function' else 'func'}@9" in names


def test_as_many_as_any_set_of_overloads_are_left_alone():
    facts = extract(b"void f(int a) { f(1); }\n" * MAX_TWINS, "cpp")
    assert all(d.name for d in facts.declarations)
    assert facts.diagnostics == ()


def test_imports_of_everything_are_bounded():
    code = "".join(f"from m{k} import *\nfrom n import x{k}\n" for k in range(MAX_WHOLE + 5)).encode()
    facts = extract(code, "python")
    whole = [one.module for one in facts.imports if one.name == "*"]
    assert whole == [f"m{k}" for k in range(MAX_WHOLE)]
    assert len(facts.imports) == 2 * MAX_WHOLE + 5
    (told,) = facts.diagnostics
    assert (told.code, told.line, told.end_line) == ("many-imports", 2 * MAX_WHOLE + 1, 2 * MAX_WHOLE + 9)
