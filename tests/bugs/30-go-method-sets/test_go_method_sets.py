"""Interface satisfaction and promoted methods are missed, so implementers show no callers.

Seen in colbymchenry/codegraph#584, abhigyanpatwari/GitNexus#2829, tirth8205/code-review-graph#834.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved

GO = b"""package p

type S interface{ Do() }

type B struct{}

func (*B) Do() {}

type W struct{ B }

func run(s S) { s.Do() }

func main() {
	run(&W{})
	var w W
	w.Do()
}
"""


def test_pointer_methods_and_promoted_ones_satisfy():
    edges = resolved({"a.go": GO}).edges["a.go"].edges
    implements = {(e.source[1], e.target[1], e.detail) for e in edges if e.kind == "implements"}
    assert implements == {("B", "S", "*B"), ("W", "S", "*W")}, (
        "the value B does not satisfy: the detail says so"
    )
    calls = {(e.source[1], e.target[1], e.dynamic) for e in edges if e.kind == "calls"}
    assert calls == {("run", "S.Do", True), ("main", "run", False), ("main", "B.Do", False)}
