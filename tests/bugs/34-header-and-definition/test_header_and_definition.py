"""Edges end at the declaration in a header, so the definition looks unused; a forward declaration splits a class.

Seen in repowise-dev/repowise#1626, redhat-et/ripwire#63, vitali87/code-graph-rag#558.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved
from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.retrieve.traverse import callers
from xray_graph.snapshot import Map

FILES = {
    "a.hpp": b"int f(int);\n",
    "a.cpp": b'#include "a.hpp"\nint f(int x) { return x; }\n',
    "b.cpp": b'#include "a.hpp"\nint g() { return f(1); }\n',
}


def edges(files, kind):
    """In the order of a map: files may be resolved in any."""
    found = resolved(files).edges.values()
    return sorted((e.source, e.target) for r in found for e in r.edges if e.kind == kind)


def test_a_call_goes_to_the_definition_behind_the_header():
    assert edges(FILES, "calls") == [(("b.cpp", "g"), ("a.cpp", "f"))]


def test_the_definition_says_which_declaration_it_defines():
    assert edges(FILES, "reopens") == [(("a.cpp", "f"), ("a.hpp", "f"))]


def test_the_same_name_without_the_header_is_no_definition():
    other = {**FILES, "a.cpp": b"int f(int x) { return x; }\n"}
    assert edges(other, "calls") == [(("b.cpp", "g"), ("a.hpp", "f"))]


def test_forward_declarations_are_no_classes():
    files = {f"{n}.hpp": b"class V;\nV* make();\n" for n in "abc"} | {"v.hpp": b"class V { int x; };\n"}
    nodes = [(n.path, n.symbol) for r in resolved(files).edges.values() for n in r.nodes if n.kind == "class"]
    assert nodes == [("v.hpp", "V")]


def test_static_functions_of_two_units_stay_apart():
    unit = b"static int f(void) { return 1; }\nint %s(void) { return f(); }\n"
    files = {"x.c": unit % b"x", "y.c": unit % b"y"}
    assert edges(files, "calls") == [(("x.c", "x"), ("x.c", "f")), (("y.c", "y"), ("y.c", "f"))]


def test_either_place_gives_the_same_callers(repo):
    root = repo({path: data.decode() for path, data in FILES.items()})
    built = pipeline.build(root, BuildSettings(embed=EmbedSettings(embedder="none")))
    found = Map.of(built.parts)
    assert found.graph.find("f") == [found.graph.index("a.cpp", "f")]  # the name alone is the definition's
    names = {
        place: [c.node.name for c in callers(found, place).callers] for place in ("a.hpp::f", "a.cpp::f")
    }
    assert names["a.hpp::f"] == names["a.cpp::f"] == ["shop//b.cpp::g"]
