"""An edit of an import alone: what others worked out through it follows."""

from __future__ import annotations

import re

import pytest

from tests.update.comparing import assert_is_a_build, edges, living

TS_T = "export class T { m() {} }\nexport function g() {}\n"
JAVA_T = "public class T { public void m() {} public static void g() {} }\n"
PHP_T = "class T { function m() {} }\n"
CS_T = "{ public class T { public void M() {} public static void G() {} } }\n"
RUST_T = "pub struct T;\nimpl T { pub fn m(&self) {} pub fn new() -> T { T } }\n"
GO_T = "type T struct{}\n\nfunc (t *T) M() {}\n\nfunc G() {}\n"

# Language → files, the one that imports, and what stands in its import before and after. What `b` calls lies
# in `t1` before, and in `t2` after.
CASES = {
    "go": (
        {
            "go.mod": "module m\n",
            "t1/t.go": "package t1\n\n" + GO_T,
            "t2/t.go": "package t2\n\n" + GO_T,
            "a.go": 'package p\n\nimport x "m/t1"\n\nfunc F() *x.T { return nil }\n\ntype S struct{ *x.T }\n\nvar W = F()\n',
            "b.go": "package p\n\nfunc K(s S) {\n\tF().M()\n\ts.M()\n\tW.M()\n}\n",
        },
        ("a.go", "m/t1", "m/t2"),
    ),
    "python": (
        {
            "t1.py": "class T:\n    def m(self): pass\n",
            "t2.py": "class T:\n    def m(self): pass\n",
            "a.py": "from t1 import T\n\nclass B(T): pass\n\ndef f() -> T: ...\n\ndef h(): return T()\n",
            "b.py": "from a import f, h, B\n\nf().m()\nh().m()\nB().m()\n",
        },
        ("a.py", "t1", "t2"),
    ),
    "typescript": (
        {
            "t1.ts": TS_T,
            "t2.ts": TS_T,
            "a.ts": "import { T } from './t1';\nexport function f(): T { return null; }\n"
            "export function h() { return new T(); }\nexport class B extends T {}\n"
            "export class C { x: T; y = new T(); }\nexport type G = (c: T) => void;\n"
            "export const v: T = null;\nexport const o = { t: new T() };\n"
            "export function p(call: (t: T) => void) {}\nexport const q: G = (c) => c.m();\n",
            "b.ts": "import { f, h, B, C, G, v, o, p } from './a';\nf().m();\nh().m();\nnew B().m();\n"
            "new C().x.m();\nnew C().y.m();\nv.m();\no.t.m();\np(t => t.m());\nconst q: G = (c) => c.m();\n",
        },
        ("a.ts", "./t1", "./t2"),
    ),
    "javascript": (
        {
            "t1.js": TS_T,
            "t2.js": TS_T,
            "a.js": "import { T } from './t1';\nexport function h() { return new T(); }\n"
            "export class B extends T {}\n/** @returns {T} */\nexport function f() {}\n",
            "b.js": "import { f, h, B } from './a';\nf().m();\nh().m();\nnew B().m();\n",
        },
        ("a.js", "./t1", "./t2"),
    ),
    "java": (
        {
            "t1/T.java": "package t1;\n" + JAVA_T,
            "t2/T.java": "package t2;\n" + JAVA_T,
            "p/a.java": "package p;\nimport t1.*;\nclass A extends T { T f() { return null; } T x; }\n",
            "p/b.java": "package p;\nclass B { void k(A a) { a.f().m(); a.m(); a.x.m(); } }\n",
        },
        ("p/a.java", "t1", "t2"),
    ),
    "rust": (
        {
            "Cargo.toml": "[package]\nname = 'x'\n",
            "src/lib.rs": "mod t1;\nmod t2;\nmod a;\nmod b;\n",
            "src/t1.rs": RUST_T,
            "src/t2.rs": RUST_T,
            "src/a.rs": "use crate::t1::T;\npub fn f() -> T { panic!() }\npub struct S { pub t: T }\npub type A = T;\n",
            "src/b.rs": "use crate::a::{f, S, A};\nfn k(s: S, a: A) { f().m(); s.t.m(); a.m(); }\n",
        },
        ("src/a.rs", "t1", "t2"),
    ),
    "c": (
        {
            "t1.h": "static inline void g(void) {}\n",
            "t2.h": "static inline void g(void) {}\n",
            "a.h": '#include "t1.h"\n',
            "b.c": '#include "a.h"\nvoid k(void) { g(); }\n',
        },
        ("a.h", "t1", "t2"),
    ),
    "cpp": (
        {
            "t1.hpp": "namespace t1 { struct T { void m() {} }; inline void g() {} }\n",
            "t2.hpp": "namespace t2 { struct T { void m() {} }; inline void g() {} }\n",
            "a.hpp": '#include "t1.hpp"\n#include "t2.hpp"\nusing namespace t1;\n'
            "inline T f() { return T(); }\nstruct B : T {};\nstruct C { T t; };\n",
            "b.cc": '#include "a.hpp"\nvoid k(B b, C c) { f().m(); b.m(); c.t.m(); g(); }\n',
        },
        ("a.hpp", "namespace t1", "namespace t2"),
    ),
    "php": (
        {
            "t1.php": "<?php\nnamespace t1;\n" + PHP_T,
            "t2.php": "<?php\nnamespace t2;\n" + PHP_T,
            "a.php": "<?php\nnamespace A;\nuse t1\\T;\nfunction f(): T {}\n"
            "class B extends T { public T $t; function r(): T {} }\n",
            "b.php": "<?php\nnamespace A;\nfunction k(B $b) { f()->m(); $b->m(); $b->t->m(); $b->r()->m(); }\n",
        },
        ("a.php", "t1", "t2"),
    ),
    "csharp": (
        {
            "t1.cs": "namespace t1 " + CS_T,
            "t2.cs": "namespace t2 " + CS_T,
            "a.cs": "using t1;\nnamespace A { public class B : T { public T F() => null; public T P { get; } } }\n",
            "b.cs": "namespace A { class K { void Z(B b) { b.F().M(); b.M(); b.P.M(); } } }\n",
        },
        ("a.cs", "t1", "t2"),
    ),
}  # fmt: skip


def called(live) -> set[str]:
    """The module of what the callers in `b` call and `a` does not declare."""
    pairs = [edge.split(" -> ") for edge in edges(live)]
    found = {re.split(r"[/.:]", target.removeprefix("src/"))[0] for source, target in pairs
             if "b." in source.partition("::")[0]}  # fmt: skip
    return found - {"a", "p"}


@pytest.mark.parametrize("language", CASES)
def test_callers_elsewhere_follow_an_import(repo, language):
    files, (path, before, after) = CASES[language]
    root = repo(files)
    text = files[path]
    line = next(
        one
        for one in text.splitlines(keepends=True)
        if (before in one and "#include" not in one) or one == text
    )
    with living(root) as live:
        assert called(live) == {"t1"}
        for now, module in (
            (text.replace(line, line.replace(before, after)), {"t2"}),
            (text.replace(line, ""), set()),
            (text, {"t1"}),
        ):
            (root / path).write_text(now)
            live.update([path])
            assert called(live) == module
            assert_is_a_build(live)
