"""Of a file that did not change, only the functions are worked out again whose reads have another answer."""

from __future__ import annotations

from tests.update.test_cases import Told, change, read
from xray_graph.resolve.incremental import Resolved, full
from xray_graph.resolve.project import WHOLE

FILES = {
    "go.mod": b"module example.org/shop\n",
    "a.go": b"package shop\n\ntype Cart struct{}\n\nfunc (c Cart) Add() {}\n\nfunc Load() Cart { return Cart{} }\n",
    "b.go": b"package shop\n\nvar held = Load()\n\nfunc One() { Load().Add() }\n\n"
    b"func Two() { held.Add(); func() { Three() }() }\n\nfunc Three() {}\n\nfunc Four() { Three() }\n",
}


def symbols(done: Resolved, path: str) -> set[str]:
    """The functions that were worked out last, "" for what is in none."""
    result, view = done.edges[path], done.project.views[path]
    assert result.only is not None
    return {view.symbols[part] if part != WHOLE else "" for part in result.only}


def edited(old: bytes, new: bytes, path: str = "a.go") -> tuple[Resolved, set[str], Told]:
    facts = {path: one for path, data in FILES.items() if (one := read(path, data)) is not None}
    configs = {"go.mod": FILES["go.mod"]}
    done = full(FILES, facts, configs, live=True)
    told = Told(done)
    assert old in FILES[path]
    after = {**FILES, path: FILES[path].replace(old, new)}
    forth, new_facts = change(FILES, after, facts)
    redone = done.apply(forth)
    told.take(redone)
    assert told.all() == Told(full(after, new_facts, configs)).all()
    return done, redone, told


def test_a_body_is_nobody_elses():
    _, redone, _ = edited(b"{ return Cart{} }", b"{ println(); return Cart{} }")
    assert redone == {"a.go"}


def test_the_callers_of_another_signature_are_worked_out_and_their_neighbours_are_not():
    done, redone, told = edited(b"func Load() Cart", b"func Load() *Cart")
    assert redone == {"a.go", "b.go"}
    assert symbols(done, "b.go") == {"", "One", "Two"}  # Two has it through `held`
    assert any("'One'" in edge and "Cart.Add" in edge for edge in told.all()["b.go"][1])


def test_a_call_that_lost_its_callee_is_counted_on_its_caller():
    done, _, _ = edited(b"func Load() Cart", b"func Other() Cart")
    assert done.edges["b.go"].unresolved["One"] == {"unknown": 2}
    assert done.edges["b.go"].unresolved["Two"] == {"unknown": 1}


def test_a_function_of_the_same_file_changes_with_all_of_it():
    done, redone, _ = edited(b"func Three() {}", b"func Five() {}", path="b.go")
    assert redone == {"b.go"}
    assert done.edges["b.go"].only is None
