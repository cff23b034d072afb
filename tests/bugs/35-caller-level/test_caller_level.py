"""In C and C++ a call's source is the file, so that the callees of every function are empty.

Seen in DeusData/codebase-memory-mcp#438, DeusData/codebase-memory-mcp#694.
"""

from __future__ import annotations

import pytest

from tests.resolve.corpus import resolved


@pytest.mark.parametrize("name", ["a.c", "a.cpp"])
def test_the_caller_is_the_function(name):
    source = b"int add(int a,int b){return a+b;}\nint run(void){return add(1,2);}\n"
    done = resolved({name: source}).edges[name]
    assert [(e.source, e.target) for e in done.edges if e.kind == "calls"] == [((name, "run"), (name, "add"))]


def test_real_top_level_code_is_called_by_the_file():
    done = resolved({"a.cpp": b"int f() { return 1; }\nint x = f();\n"}).edges["a.cpp"]
    assert [e.source for e in done.edges if e.kind == "calls"] == [("a.cpp", "")]
