"""Overloads, one-line pairs, or names that differ only in case share an id, and one overwrites the other.

Seen in colbymchenry/codegraph#1349, abhigyanpatwari/GitNexus#651, Graphify-Labs/graphify#2779.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved


def symbols(files):
    return [n.symbol for result in resolved(files).edges.values() for n in result.nodes]


def test_overloads_on_one_line_are_two():
    java = b"class R { int find(int a) { return 1; } int find(String a) { return 2; } }\n"
    assert symbols({"R.java": java}) == ["R", "R.find(int)", "R.find(String)"]


def test_names_that_differ_in_case_are_two():
    assert symbols({"a.go": b"package a\n\nfunc Run(){}; func run(){}\n"}) == ["Run", "run"]


def test_what_is_still_equal_is_counted():
    go = b"package a\n\nfunc init() {}\n\nfunc init() {}\n\nvar f = func() { g() }\n\nfunc g() { func() {}() }\n"
    found = symbols({"a.go": go})
    assert len(found) == len(set(found))
    assert {"init()", "init()~2", "func@1", "g.func@1"} <= set(found)
