"""Resolved again after an edit == resolved anew, over random edits of the annotated cases of each language.

The cases are rich: each feature of a language that resolving knows stands in one. An edit changes one word, line
or file of a case, so that what one declaration rests on changes and the declaration does not.
"""

from __future__ import annotations

import os
import random
import re

import pytest

from tests.resolve.corpus import cases, files_of
from xray_graph.model import PackedFacts
from xray_graph.parse import versions
from xray_graph.parse.documents import roles
from xray_graph.parse.worker import _load
from xray_graph.resolve.incremental import Change, Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.walk.names import by_name

LANGUAGES = [
    *("go", "typescript", "javascript", "python", "java", "rust", "ruby", "c", "cpp", "php", "csharp"),
]
STEPS = int(os.environ.get("CORPUS_EDITS", "30"))  # a language; thousands of them by hand
LARGEST = 60_000  # bytes of a case
_WORD = re.compile(rb"[A-Za-z_]\w*")


def facts_of(files, known):
    found = {}
    for path, data in files.items():
        dialect = roles.dialect(path, by_name(path.rpartition("/")[2])[0])
        if versions.is_readable(dialect):
            if (dialect, data) not in known:
                known[dialect, data] = PackedFacts.of(_load(dialect, {})(data, dialect))
            found[path] = known[dialect, data]
    return found


def edited(files, words, r):
    """The files with one edit: a word, a line or a file."""
    files = dict(files)
    path = r.choice(sorted(files))
    data, lines = files[path], files[path].splitlines(keepends=True)
    there = list(_WORD.finditer(data))
    how = r.choice(("word", "word", "word", "everywhere", "cut", "bring", "swap", "rename", "drop"))
    if how == "word" and there:
        one = r.choice(there)
        files[path] = data[: one.start()] + r.choice(words) + data[one.end() :]
    elif how == "everywhere" and there:
        files[path] = re.sub(rb"\b" + r.choice(there)[0] + rb"\b", r.choice(words), data)
    elif how == "cut" and lines:
        del lines[r.randrange(len(lines))]
        files[path] = b"".join(lines)
    elif how == "bring":
        lines.insert(
            r.randint(0, len(lines)),
            r.choice(files[r.choice(sorted(files))].splitlines(keepends=True) or [b""]),
        )
        files[path] = b"".join(lines)
    elif how == "swap" and lines:
        i, j = r.randrange(len(lines)), r.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        files[path] = b"".join(lines)
    elif how == "rename":
        folder, _, base = path.rpartition("/")
        files[f"{folder}/{r.choice('az')}{base}" if folder else r.choice("az") + base] = files.pop(path)
    elif how == "drop" and len(files) > 1:
        del files[path]
    return files


class Kept:
    """The edges of a repository that changes, by file and part, as a live map keeps them."""

    def __init__(self):
        self.resolved = Resolved()
        self.edges = {}

    def take(self, change):
        for path in self.resolved.apply(change):
            one = self.resolved.edges.get(path)
            if one is None:
                self.edges.pop(path, None)
                continue
            fresh = {}
            for part, edge in zip(one.parts() or [None] * len(one.edges), one.edges, strict=True):
                fresh.setdefault(part, []).append(edge)
            held = {} if one.only is None else self.edges[path]
            self.edges[path] = {part: held[part] for part in held if part not in (one.only or ())} | fresh

    def shown(self):
        return {
            path: sorted(repr(e) for es in parts.values() for e in es) for path, parts in self.edges.items()
        }


def difference(files, before, facts, known_before):
    changed = {path for path in files if files[path] != before.get(path)}
    lost = {path for path in changed if path in known_before and path not in facts}
    change = Change(
        {path for path in changed if path not in before} | lost,
        {path: facts[path] for path in changed if path in facts},
        {path: files[path] for path in changed if is_config(path)},
        before.keys() - files.keys(),
    )
    return lost, change


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edit_of_a_case_is_the_case_resolved_anew(language):
    r = random.Random(os.environ.get("CORPUS_SEED", language))
    small = [case for case in cases(language) if sum(map(len, files_of(case).values())) < LARGEST]
    known = {}
    done = 0
    while done < STEPS:
        first = files_of(r.choice(small))
        words = sorted({one[0] for data in first.values() for one in _WORD.finditer(data)})
        kept, files, facts = Kept(), {}, {}
        for step in range(6):
            now = first if step in (0, 3) else edited(files, words, r)
            then, facts = facts, facts_of(now, known)
            lost, change = difference(now, files, facts, then)
            if lost:
                kept.take(Change(removed=lost))
            kept.take(change)
            anew = full(now, facts, {p: d for p, d in now.items() if is_config(p)}, live=False)
            wanted = {path: sorted(map(repr, one.edges)) for path, one in anew.edges.items()}
            assert kept.shown() == wanted, (sorted(change.facts), sorted(change.removed))
            files = now
            done += 1


# What a declaration rests on, which is no part of it: language → files, and one replacement.
AROUND = {
    "what a callback is given to": (
        {
            "a.ts": "class F { why() {} }\nfunction one(f: (x: F) => void) {}\nfunction two(f: (x: string) => void) {}\n"
            "one((x) => x.why());\n",
        },
        ("a.ts", "one((x)", "two((x)"),
        "F.why",
    ),
    "a type of the same function": (
        {
            "go.mod": "module m\n",
            "a.go": "package a\n\ntype T struct{}\n\nfunc (t T) M() {}\n\nfunc f() {\n\t// here\n"
            "\tvar s struct{ inner T }\n\ts.inner.M()\n}\n",
        },
        ("a.go", "// here", "type T struct{}"),
        "T.M",
    ),
    "the entries of an object": (
        {
            "a.js": "function one() {}\nmodule.exports = { one, four() { this.one(); } };\n",
            "b.js": "const { one } = require('./a');\none();\n",
        },
        ("a.js", "{ one,", "{ other: one,"),
        "one",
    ),
    "which of two of one name comes last": (
        {
            "a.py": "class A:\n    m = 1\n    def m(self): pass\n",
            "b.py": "from a import A\nA().m()\n",
        },
        ("a.py", "    m = 1\n    def m(self): pass\n", "    def m(self): pass\n    m = 1\n"),
        "A.m",
    ),
    "which of two overloads comes first": (
        {
            "a.ts": "export class A { why() {} }\nexport class B { why() {} }\nexport class On {\n"
            "  on(e: 'x', f: (a: A) => void): void;\n  on(e: string, f: (b: B) => void): void;\n"
            "  on(e: string, f: any): void {}\n}\n",
            "b.ts": "import { On } from './a';\nfunction g(o: On) { o.on('x', (v) => v.why()); }\n",
        },
        (
            "a.ts",
            "  on(e: 'x', f: (a: A) => void): void;\n  on(e: string, f: (b: B) => void): void;\n",
            "  on(e: string, f: (b: B) => void): void;\n  on(e: 'x', f: (a: A) => void): void;\n",
        ),
        "A.why",
    ),
    "which member stands behind what is used": (
        {
            "a.hpp": "namespace shop { struct Cart { int total(); int tax(); }; }\n",
            "a.cpp": '#include "a.hpp"\nint Cart::tax() { return 1; }\nusing namespace shop;\n'
            "int Cart::total() { return tax(); }\n",
            "b.cpp": '#include "a.hpp"\nint pay(shop::Cart c) { return c.total(); }\n',
        },
        (
            "a.cpp",
            "int Cart::tax() { return 1; }\nusing namespace shop;\nint Cart::total() { return tax(); }\n",
            "int Cart::total() { return tax(); }\nusing namespace shop;\nint Cart::tax() { return 1; }\n",
        ),
        "Cart.total",
    ),
    "what a class's template parameter is called": (
        {
            "a.hpp": "struct Narrow { typedef char Ch; };\ntemplate <class E>\nclass Item {\n public:\n"
            "  typedef typename E::Ch Ch;\n  Item(const Ch* name);\n  Item(int count);\n};\n",
            "b.cc": '#include "a.hpp"\nvoid f() { Item<Narrow> one("a"); }\n',
        },
        ("a.hpp", "<class E>", "<class T>"),
        "Item.Item(Ch*)",
    ),
    "the order of a tuple's fields": (
        {
            "a.py": "from typing import NamedTuple\nclass A:\n    def why(self): pass\nclass B:\n    pass\n"
            "class Pair(NamedTuple):\n    a: A\n    b: B\n",
            "b.py": "from a import Pair\ndef f(p: Pair):\n    x, y = p\n    x.why()\n",
        },
        ("a.py", "    a: A\n    b: B\n", "    b: B\n    a: A\n"),
        "A.why",
    ),
    "what is given back beside a type of nowhere": (
        {
            "a.js": "class A { why() {} }\nclass H {\n  /** @returns {Nowhere} */\n  it() { return new A(); }\n}\n"
            "new H().it().why();\n",
        },
        ("a.js", "return new A()", "return none()"),
        "A.why",
    ),
    "the namespace around": (
        {
            "a.cs": "namespace Shop.Pages { using Inner; class Page { void Show() { Sorted.Put(1); } } }\n",
            "b.cs": "namespace Shop.Inner { static class Sorted { public static void Put(int x) { } } }\n",
        },
        ("a.cs", "Shop.Pages", "Other.Pages"),
        "Sorted.Put",
    ),
    "which namespace the one around stands in": (
        {
            "a.cs": "namespace A { class Repo { public static void Fetch() { } }\n"
            "namespace B { class Other { void All() { Repo.Fetch(); } } } }\n",
        },
        (
            "a.cs",
            "} }\nnamespace B { class Other { void All() { Repo.Fetch(); } } } }",
            "} } }\nnamespace B { class Other { void All() { Repo.Fetch(); } } }",
        ),
        "Repo.Fetch",
    ),
    "whether a namespace is around": (
        {
            "a.cs": "namespace A { class Item { public void Sell() { } }\nclass Use { Item One() => null;\n"
            "void M() { One().Sell(); } } }\n",
        },
        (
            "a.cs",
            "}\nclass Use { Item One() => null;\nvoid M() { One().Sell(); } } }",
            "} }\nclass Use { Item One() => null;\nvoid M() { One().Sell(); } }",
        ),
        "Item.Sell",
    ),
    "which of a file's namespaces is around": (
        {
            "a.cs": "namespace A { class P { void F() { } void G() { } } }\n"
            "namespace B { class Q { void M() { T.Put(); } } }\n"
            "namespace C { class R { void M() { T.Put(); } } }\n",
            "b.cs": "namespace B { static class T { public static void Put() { } } }\n",
        },
        (
            "a.cs",
            "{ void F() { } void G() { } } }\nnamespace B { class Q { void M() { T.Put(); } } }",
            "{ } }\nnamespace B { class Q { void M() { } } }",
        ),
        "T.Put",
    ),
    "the group of tests around": (
        {
            "a.rb": "class Lamp\n  def glow; end\nend\nclass Fan\n  def glow; end\nend\n"
            "describe Lamp do\n  subject(:one) { described_class.new }\n  it 'glows' do\n    one.glow\n  end\nend\n",
        },
        ("a.rb", "describe Lamp", "describe Fan"),
        "Lamp.glow",
    ),
    "what is not in a namespace yet": (
        {
            "a.d.ts": "declare function make(): void;\ndeclare namespace make { function other(): void }\n"
            "export = make;\n",
            "b.ts": "import { other } from './a';\nother();\n",
        },
        ("a.d.ts", "other()", "others()"),
        "other",
    ),
    "a namespace that a file uses from here": (
        {
            "a.hpp": "namespace shop { struct Cart { int total(); }; }\n",
            "a.cpp": '#include "a.hpp"\nusing namespace shop;\nint Cart::total() { return 1; }\n',
            "b.cpp": '#include "a.hpp"\nint pay(shop::Cart c) { return c.total(); }\n',
        },
        (
            "a.cpp",
            "using namespace shop;\nint Cart::total() { return 1; }\n",
            "int Cart::total() { return 1; }\nusing namespace shop;\n",
        ),
        "Cart.total",
    ),
    "the namespaces that a macro opens": (
        {
            "a.hpp": "#define SHOP_BEGIN_NAMESPACE namespace shop {\n#define SHOP_END_NAMESPACE }\n",
            "b.hpp": '#include "a.hpp"\n\nSHOP_BEGIN_NAMESPACE\ninline int half(int a) { return a / 2; }\nSHOP_END_NAMESPACE\n',
            "c.cpp": '#include "b.hpp"\nint f() { return shop::half(1); }\n',
        },
        ("a.hpp", "namespace shop {", "namespace store {"),
        "half",
    ),
    "between which macros a function stands": (
        {
            "a.hpp": "#define SHOP_BEGIN_NAMESPACE namespace shop {\n#define SHOP_END_NAMESPACE }\n",
            "b.hpp": '#include "a.hpp"\n\nSHOP_BEGIN_NAMESPACE\ninline int half(int a) { return a / 2; }\n'
            "inline int third(int a) { return a / 3; }\nSHOP_END_NAMESPACE\n",
            "c.cpp": '#include "b.hpp"\nint f() { return shop::half(1); }\n',
        },
        (
            "b.hpp",
            "SHOP_BEGIN_NAMESPACE\ninline int half(int a) { return a / 2; }\n",
            "inline int half(int a) { return a / 2; }\nSHOP_BEGIN_NAMESPACE\n",
        ),
        "half",
    ),
    "which of two impls a method stands in": (
        {
            "Cargo.toml": '[package]\nname = "first"\nversion = "0.1.0"\n',
            "src/lib.rs": "use std::fmt::Debug;\npub struct Shop;\nimpl Debug for Shop {\n"
            "    fn fmt(&self) { self.total(); }\n}\nimpl Shop {\n    fn total(&self) {}\n}\n",
        },
        (
            "src/lib.rs",
            "impl Debug for Shop {\n    fn fmt(&self) { self.total(); }\n}\nimpl Shop {",
            "impl Shop {\n    fn fmt(&self) { self.total(); }\n}\nimpl Debug for Shop {",
        ),
        "Shop.total",
    ),
    "a namespace that a file uses": (
        {
            "a.hpp": "namespace shop { struct Cart { int total(); }; }\n",
            "a.cpp": '#include "a.hpp"\nusing namespace shop;\nint Cart::total() { return 1; }\n',
            "b.cpp": '#include "a.hpp"\nint pay(shop::Cart c) { return c.total(); }\n',
        },
        ("a.cpp", "using namespace shop;", "using namespace other;"),
        "Cart.total",
    ),
}


@pytest.mark.parametrize("what", AROUND)
def test_an_answer_rests_on_what_stands_around(what):
    follows(*AROUND[what])


def follows(files, edit, target):
    """Hold that an edit, and taking it back, change which calls lead where as building anew does."""
    path, before, after = edit
    first = {place: text.encode() for place, text in files.items()}
    second = first | {path: files[path].replace(before, after).encode()}
    kept, known = Kept(), {}
    facts: dict[str, PackedFacts] = {}
    files_then: dict[str, bytes] = {}
    shown = []
    for now in (first, second, first):
        then, facts = facts, facts_of(now, known)
        _, change = difference(now, files_then, facts, then)
        kept.take(change)
        anew = full(now, facts, {p: d for p, d in now.items() if is_config(p)}, live=False)
        assert kept.shown() == {p: sorted(map(repr, one.edges)) for p, one in anew.edges.items()}
        files_then = now
        edges = [e for parts in kept.edges.values() for es in parts.values() for e in es]
        shown.append({(e.source, e.target) for e in edges if e.kind == "calls"})
    assert shown[0] == shown[2] != shown[1]
    assert any(symbol.endswith(target) for _, (_, symbol) in shown[0])


@pytest.mark.parametrize("edited", ["a.cs", "b.cs"])
def test_evidence_rests_on_no_other_declaration(edited):
    kept, known = Kept(), {}
    facts: dict[str, PackedFacts] = {}
    files: dict[str, bytes] = {}
    a = b"class Main { void Run() { Tools.Guard.Check(); Own.Check(); } }\n"
    written = {
        "a.cs": b"namespace Shop { " + a + b"class Own { public static void Check() { } } }\n",
        "b.cs": b"namespace Tools { class Guard { public static void Check() { } } }\n",
    }
    for above in (b"", b"namespace Tools { class Text { } }\n", b"namespace Shop { class Text { } }\n"):
        now = written | {edited: above + written[edited]}
        then, facts = facts, facts_of(now, known)
        kept.take(difference(now, files, facts, then)[1])
        anew = full(now, facts, {}, live=False)
        assert kept.shown() == {p: sorted(map(repr, one.edges)) for p, one in anew.edges.items()}
        files = now
    assert any(e.kind == "calls" for es in kept.edges["a.cs"].values() for e in es)
