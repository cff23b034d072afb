"""The table of JavaScript's own library reads as it is meant."""

from __future__ import annotations

from xray_graph.resolve.languages.javascript.library import GLOBALS, ITERATES, library


def test_every_line_is_read():
    found = library()
    assert found["Array"].parameters == ("Array<T",)
    assert found["ReadonlyArray"] is found["Array"]
    assert set(GLOBALS.values()) <= set(found)
    assert set(found) >= ITERATES


def test_signatures():
    mapped = library()["Array"].methods["map"]
    assert mapped.type_parameters == ("Array.map<U",)
    assert mapped.result == ("A", ("P", "Array.map<U", None))
    (callback, flags, name) = mapped.params[0]
    assert (callback[0], callback[2], flags, name) == ("FT", ("P", "Array.map<U", None), "", "f")
    assert library()["Array"].methods["push"].params[0][1] == "variadic"
    assert library()["Map"].methods["set"].result == ("THIS",)
    assert library()["Map"].methods["entries"].result[1] == "IterableIterator"
    assert library()["IteratorResult"].fields["value"] == ("P", "IteratorResult<T", None)
