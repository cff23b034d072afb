"""Types that double at each step, or are each other, are given up: what needs them has no edge, the rest has its own."""

from __future__ import annotations

import pytest

from tests.update.test_corpus_edits import facts_of
from xray_graph.resolve.incremental import full

STEPS = 40  # doublings
GROWING = {
    "an alias of itself": "/** @template T\n@typedef {A<[T, T]>} A */\n/** @param {A<Z>} a */\nfunction f(a) { a[0][0].x(); }",
    "a method's result": "/** @template T */\nclass A {\n/** @returns {A<[T, T]>} */\nget() {} }\n"
    f"/** @param {{A<Z>}} a */\nfunction f(a) {{ a{'.get()' * STEPS}.x(); }}",
    "calls in calls": "/** @template T\n@param {T} t\n@returns {[T, T]} */\nfunction d(t) {}\n"
    f"{'d(' * STEPS}new Z{')' * STEPS}[0].x();",
    "lists of lists": "const a0 = new Z();\n"
    + "".join(f"const a{i + 1} = [a{i}, a{i}];\n" for i in range(STEPS))
    + f"a{STEPS}[0][0].x();",
    "objects of objects": "const a0 = new Z();\n"
    + "".join(f"const a{i + 1} = {{ a: a{i}, b: a{i} }};\n" for i in range(STEPS))
    + f"a{STEPS}.a.b.x();",
}

# Types that ask for a member of themselves, grown, and so for ever; in C++ the compiler gives up too.
ASKING = {
    "a.ts": "class Z { x() {} }\ninterface E { z: Z; self: E }\n"
    "type Grow<T> = T extends object ? Grow<Grow<T>[keyof T]> : T;\n"
    "declare const grown: Grow<E>;\ngrown.x();\nfunction plain() { new Z().x(); }\n",
    "a.cc": "struct Z { void x(); };\n"
    "template<class T> struct G { using grow = G<G<T>>; using type = typename T::grow::type; };\n"
    "void grown() { G<G<int>>::type g; g.x(); }\nvoid plain() { Z z; z.x(); }\n",
}


@pytest.mark.parametrize("what", GROWING)
def test_a_type_that_doubles_is_given_up(what):
    text = f"class Z {{ x() {{}} }}\n{GROWING[what]}\nfunction plain() {{ new Z().x(); }}\n"
    files = {"a.js": text.encode()}
    edges = full(files, facts_of(files, {}), {}, live=False).edges["a.js"].edges
    calls = [
        (one.source, one.target) for one in edges if one.target == ("a.js", "Z.x") and one.kind == "calls"
    ]
    assert len(calls) == 1, calls
    assert calls[0][0] == ("a.js", "plain")


@pytest.mark.parametrize("path", ASKING)
def test_a_type_that_asks_for_a_member_of_itself_is_given_up(path):
    files = {path: ASKING[path].encode()}
    found = full(files, facts_of(files, {}), {}, live=False).edges[path]
    assert not found.failure
    calls = [(e.source, e.target) for e in found.edges if e.kind == "calls" and e.target[1].startswith("Z.x")]
    assert calls == [((path, "plain"), (path, "Z.x"))]


def test_macros_that_make_many_macros_are_given_up():
    steps = range(5)
    wide = "".join(f"macro_rules! m{i} {{ () => {{ ({f'm{i + 1}!(), ' * STEPS}) }} }}\n" for i in steps)
    text = (
        f"struct Z;\nimpl Z {{ fn x(&self) {{}} }}\n{wide}macro_rules! m{len(steps)} {{ () => {{ Z }} }}\n"
        "fn grown() { m0!().x(); }\nfn plain() { m5!().x(); }\n"
    )
    files = {"Cargo.toml": b'[package]\nname = "a"\nversion = "0.1.0"\n', "src/lib.rs": text.encode()}
    configs = {"Cargo.toml": files["Cargo.toml"]}
    edges = full(files, facts_of(files, {}), configs, live=False).edges["src/lib.rs"].edges
    assert [one.source[1] for one in edges if one.target[1] == "Z.x" and one.kind == "calls"] == ["plain"]


def test_a_project_file_of_tags_without_an_end_is_read_in_one_go():
    files = {
        "a.csproj": b"<Using <Compile <Import <ProjectReference " * 60_000,
        "a.cs": b"class Z { static void X() { } static void Plain() { Z.X(); } }\n",
    }
    found = full(files, facts_of(files, {}), {"a.csproj": files["a.csproj"]}, live=False).edges["a.cs"]
    assert [(one.source[1], one.target[1]) for one in found.edges if one.kind == "calls"] == [
        ("Z.Plain", "Z.X")
    ]


def test_a_call_of_thousands_of_names_is_read_in_one_go():
    names = ", ".join(f":m{i}" for i in range(15_000))
    text = (
        f"class Z\n  def x; end\nend\nclass A\n  listed {names}\n  delegate {names}, to: :z\n  def z\n"
        "    Z.new\n  end\n  def plain\n    z.x\n  end\nend\n"
    )
    files = {"a.rb": text.encode()}
    edges = full(files, facts_of(files, {}), {}, live=False).edges["a.rb"].edges
    assert ("A.plain", "Z.x") in [(e.source[1], e.target[1]) for e in edges if e.kind == "calls"]


def test_files_that_hand_each_other_the_same_type_come_to_an_end():
    files = {
        "b.js": b"/** @typedef {import('./c.js').C} C */\nmodule.exports = { C };\nC.x();\nfunction f() {}\nf();\n",
        "c.js": b"/** @typedef {import('./b.js').C} C */\nmodule.exports = { C };\nnew C().x();\nfunction g() {}\ng();\n",
    }
    found = full(files, facts_of(files, {}), {}, live=False).edges
    assert not any(one.failure for one in found.values())
    calls = {e.target[1] for one in found.values() for e in one.edges if e.kind == "calls"}
    assert calls == {"f", "g"}
