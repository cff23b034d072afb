"""Editing the file of a callee removes all edges that unchanged callers have to it.

Seen in DeusData/codebase-memory-mcp#1988, vitali87/code-graph-rag#532, harshkedia177/axon#12,
colbymchenry/codegraph#899. The property over random edits is tests/update/test_equality.py.
"""

from __future__ import annotations

import pytest

from tests.update.comparing import assert_is_a_build, edges, living

PYTHON = {"a.py": "from b import f\n\ndef g():\n    f()\n", "b.py": "def f():\n    pass\n"}
GO = {
    "go.mod": "module example.org/shop\n",
    "a.go": 'package main\n\nimport "example.org/shop/b"\n\nfunc g() { b.F() }\n',
    "b/b.go": "package b\n\nfunc F() {}\n",
}
JAVA = {
    "A.java": "class A { int g(B b) { return b.f(); } }\n",
    "B.java": "class B { int f() { return 1; } }\n",
}
TYPESCRIPT = {
    "a.ts": "import { f } from './b';\nexport function g() { return f(); }\n",
    "b.ts": "export function f() { return 1; }\n",
}
CASES = {
    "python": (PYTHON, "b.py", "# a comment\n", ["a.py::g -> b.py::f"]),
    "go": (GO, "b/b.go", "// a comment\n", ["a.go::g -> b/b.go::F"]),
    "java": (JAVA, "B.java", "// a comment\n", ["A.java::A.g -> B.java::B.f"]),
    "typescript": (TYPESCRIPT, "b.ts", "// a comment\n", ["a.ts::g -> b.ts::f"]),
}


@pytest.mark.parametrize("language", CASES)
def test_callers_in_other_files_keep_their_edges(repo, language):
    files, callee, comment, expected = CASES[language]
    root = repo(files)
    with living(root) as live:
        assert edges(live) == expected
        for _ in range(2):
            (root / callee).write_text(comment + (root / callee).read_text())
            reply = live.update([callee])
            assert reply.updated == (callee,)
            assert edges(live) == expected
            assert_is_a_build(live)


@pytest.mark.parametrize("language", CASES)
def test_a_body_that_grows_moves_the_callee_and_redoes_one_file(repo, language):
    files, callee, comment, expected = CASES[language]
    root = repo(files)
    with living(root) as live:
        (root / callee).write_text(comment * 40 + (root / callee).read_text())
        assert live.update([callee]).resolved == 1
        graph = live.version.map.graph
        target = graph.find(expected[0].split(" -> ")[1])[0]
        assert graph.line(target) > 40
        assert [graph.name(int(graph.edges.source[e])) for e in graph.incoming(target, ("calls",))]
        assert_is_a_build(live)
