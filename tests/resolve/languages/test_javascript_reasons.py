"""Why a call has no edge: what only a module outside or the library knows is not unknown."""

from __future__ import annotations

import pytest

from tests.resolve.corpus import reasons_of, resolved

REASONS = {
    "the parameter of a callback that goes outside": (
        "import test from 'outside';\ntest((t) => { t.plan(1); });\n",
        {"external": 2},
    ),
    "a method in an object that goes outside": (
        "import { made } from 'outside';\nmade({ run(t) { t.plan(1); } });\n",
        {"external": 2},
    ),
    "a regular expression": ("/x/.test(1);\n", {"external": 1}),
    "a big integer": ("function f(n: bigint) { n.toString(); }\n", {"external": 1}),
    "a value of any type": ("function f(n: any) { n.toString(); }\n", {"unknown": 1}),
    "a parameter of nobody's": ("function f(n) { n.toString(); }\n", {"unknown": 1}),
}


@pytest.mark.parametrize("case", REASONS)
def test_calls_without_an_edge_are_counted_by_their_reason(case):
    text, expected = REASONS[case]
    found = resolved({"a.ts": text.encode()}).edges["a.ts"]
    assert reasons_of(found) == expected
    assert not found.resolved_calls


def test_a_default_says_more_than_the_module_outside():
    text = b"import go from 'outside';\nclass A { run() {} }\ngo((a = new A()) => { a.run(); });\n"
    edges = resolved({"a.ts": text}).edges["a.ts"].edges
    assert ("a.ts", "A.run") in [edge.target for edge in edges if edge.kind == "calls"]
