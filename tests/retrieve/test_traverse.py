"""Who calls, who is called, how far away, through which interface, and page by page."""

from __future__ import annotations

import json

import msgspec
import pytest

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.graph import build_graph
from xray_graph.model import Edge, Node
from xray_graph.retrieve import callees, callers
from xray_graph.snapshot import About, Map, MapParts, StoredRepository

CODE = "a.go"


def n(symbol, kind="function", path=CODE, line=1, **more):
    return Node(path, symbol, kind, "go", line=line, end_line=line, **more)


def e(source, target, line, kind="calls", path=CODE, dynamic=False, evidence="receiver"):
    of = lambda name: name if isinstance(name, tuple) else (path, name)
    return Edge(kind, of(source), of(target), evidence, line, dynamic)


NODES = [
    n("", "file"),
    n("Store", "interface"), n("Store.Save", "method"),
    n("Disk", "struct"), n("Disk.Save", "method"), n("Disk.flush", "method"),
    n("Memory", "struct"), n("Memory.Save", "method"),
    n("run"), n("main"), n("run.func@1"),
    n("again"), n("loop"),
    n("TestDisk", path="a_test.go", attributes=("test",)),
]  # fmt: skip
EDGES = [
    e("Store", "Store.Save", 0, "contains"), e("Disk", "Disk.Save", 0, "contains"),
    e("Disk", "Disk.flush", 0, "contains"), e("Memory", "Memory.Save", 0, "contains"),
    e("run", "run.func@1", 0, "contains"),
    e("Disk", "Store", 0, "implements"), e("Memory", "Store", 0, "implements"),
    e("run", "Store.Save", 11, dynamic=True),
    e("run.func@1", "Disk.Save", 12), e("run.func@1", "Disk.Save", 13),
    e("main", "run", 20),
    e("Disk.Save", "Disk.flush", 30),
    e(("a_test.go", "TestDisk"), (CODE, "Disk.Save"), 5),
    e("again", "loop", 40), e("loop", "again", 41), e("loop", "loop", 42),
]  # fmt: skip
ABOUT = About(
    label="shop", created=1704164645, repositories=(StoredRepository("shop", "c0ffee", "main", True),)
)


def map_of(nodes=NODES, edges=EDGES, about=ABOUT):
    return Map.of(MapParts(about, build_graph("shop", nodes, edges), {}))


MAP = map_of()


def entries(found):
    return [(one.node.name.partition("::")[2], one.depth, [site.line for site in one.sites]) for one in found]


def test_direct_callers_with_every_site():
    reply = callers(MAP, "Disk.Save")
    assert reply.node.name == "shop//a.go::Disk.Save"
    assert entries(reply.callers) == [("run", 1, [12, 13]), ("TestDisk", 1, [5])]


def test_a_call_in_an_unnamed_function_is_the_named_ones():
    assert "run" in {name for name, _, _ in entries(callers(MAP, "Disk.Save").callers)}
    assert entries(callees(MAP, "run").callees)[0][0] in {"Store.Save", "Disk.Save"}
    assert {name for name, _, _ in entries(callees(MAP, "run").callees)} == {"Store.Save", "Disk.Save"}


def test_tests_come_apart():
    found = callers(MAP, "Disk.Save").callers
    assert [one.test for one in found] == [False, True]


def test_further_away():
    reply = callers(MAP, "Disk.flush", depth=3)
    assert entries(reply.callers) == [
        ("Disk.Save", 1, [30]), ("run", 2, [12, 13]), ("main", 3, [20]), ("TestDisk", 2, [5]),
    ]  # fmt: skip


def test_what_may_come_through_an_interface_is_told_apart():
    reply = callers(MAP, "Disk.Save", depth=2)
    (one, other) = reply.via_interface
    assert (one.node.name, one.depth) == ("shop//a.go::run", 1)
    assert one.interface.name == "shop//a.go::Store.Save"
    assert one.sites[0].dynamic is True
    assert (other.node.name, other.depth) == ("shop//a.go::main", 2)


def test_callers_of_the_interfaces_method_are_its_own():
    reply = callers(MAP, "Store.Save")
    assert entries(reply.callers) == [("run", 1, [11])]
    assert reply.callers[0].sites[0].dynamic is True
    assert reply.via_interface == ()


def test_callees_through_an_interface_are_its_implementations():
    reply = callees(MAP, "run")
    assert {one.node.name.partition("::")[2] for one in reply.via_interface} == {"Disk.Save", "Memory.Save"}
    assert {one.interface.name for one in reply.via_interface} == {"shop//a.go::Store.Save"}


def test_a_cycle_ends():
    assert entries(callers(MAP, "again", depth=10).callers) == [("loop", 1, [41])]
    assert entries(callees(MAP, "loop", depth=10).callees) == [("again", 1, [41])]


def test_a_long_chain_is_walked_to_its_depth():
    nodes = [n(f"f{k}") for k in range(5000)]
    edges = [e(f"f{k}", f"f{k + 1}", 1) for k in range(4999)]
    found = callers(map_of(nodes, edges), "f4999", depth=10).callers
    assert [one.depth for one in found] == list(range(1, 11))


def test_pages_join_to_the_whole():
    nodes = [n("f"), *(n(f"g{k:02}") for k in range(25))]
    edges = [e(f"g{k:02}", "f", k + 1) for k in range(25)]
    many = map_of(nodes, edges)
    seen, cursor = [], ""
    for _ in range(3):
        reply = callers(many, "f", limit=10, cursor=cursor)
        seen += entries(reply.callers)
        cursor = reply.next
    assert cursor is None
    assert seen == entries(callers(many, "f", limit=100).callers)


@pytest.mark.parametrize(
    "cursor", ["x", "live-", "live-x", "-3", "live--3", "live-³", "other-3", "live-9999999999"]
)
def test_a_cursor_that_is_none_is_refused(cursor):
    with pytest.raises(UsageError):
        callers(MAP, "run", cursor=cursor)


def test_a_cursor_of_another_state_says_so():
    with pytest.raises(UsageError, match="changed since"):
        callers(MAP, "run", cursor="0badc0de-3")


def test_the_reply_has_the_pinned_shape():
    told = json.loads(msgspec.json.encode(callers(MAP, "Disk.Save", stale_files=["b.go"])))
    assert {"node", "callers", "via_interface", "next", "freshness"} <= set(told)
    assert set(told["callers"][0]) == {"node", "depth", "test", "sites"}
    assert set(told["callers"][0]["sites"][0]) == {"path", "line", "evidence", "dynamic"}
    assert told["freshness"] == {
        "commit": "c0ffee", "dirty": True, "indexed_at": None, "stale_files": ["b.go"],
    }  # fmt: skip
    assert told["next"] is None


def test_without_a_commit_nothing_is_made_up():
    fresh = callers(map_of(about=About(label="shop")), "run").freshness
    assert (fresh.commit, fresh.dirty, fresh.indexed_at, fresh.stale_files) == ("", False, None, ())


def test_a_name_that_fits_several_picks_none():
    reply = callers(MAP, "Save")
    assert reply.node is None
    assert reply.callers == ()
    names = [one.name.partition("::")[2] for one in reply.candidates]
    assert sorted(names) == ["Disk.Save", "Memory.Save", "Store.Save"]


def test_an_unknown_name_tells_the_nearest():
    with pytest.raises(NotFoundError) as caught:
        callers(MAP, "Disk.Sav")
    assert "shop//a.go::Disk.Save" in caught.value.nearest


@pytest.mark.parametrize("depth", [0, -1, 11])
def test_a_depth_out_of_bounds_is_refused(depth):
    with pytest.raises(UsageError, match="depth"):
        callers(MAP, "run", depth=depth)


def test_an_empty_name_is_refused():
    with pytest.raises(UsageError, match="empty"):
        callees(MAP, " ")


def test_overloads_of_an_interface_are_found_by_name():
    nodes = [
        n("I", "interface", "A.java"), n("I.get(int)", "method", "A.java"),
        n("C", "class", "A.java"), n("C.get(int)", "method", "A.java"), n("use", path="A.java"),
    ]  # fmt: skip
    edges = [
        e("I", "I.get(int)", 0, "contains", "A.java"), e("C", "C.get(int)", 0, "contains", "A.java"),
        e("C", "I", 0, "implements", "A.java"), e("use", "I.get(int)", 3, path="A.java", dynamic=True),
    ]  # fmt: skip
    reply = callers(map_of(nodes, edges), "C.get(int)")
    assert [one.node.name for one in reply.via_interface] == ["shop//A.java::use"]
