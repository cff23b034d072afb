"""What resolving found is taken up by the next process, and is what that would find itself."""

from __future__ import annotations

import dataclasses
import random

import pytest
from msgspec import structs

from tests.update.comparing import assert_is_a_build, living
from tests.update.test_cases import ALL, Told, change, configs, edits, files_of, read
from xray_graph import testing
from xray_graph.model import Edge
from xray_graph.parse.cache import FactsCache
from xray_graph.resolve import record
from xray_graph.resolve.incremental import Resolved, full
from xray_graph.resolve.project import FileEdges
from xray_graph.update import resuming

FILES = {
    "go.mod": "module example.org/shop\n",
    "a.go": "package shop\n\nfunc Load() int { return 1 }\n",
    "b.go": "package shop\n\nfunc One() { Load() }\n\nfunc Two() { other() }\n",
    "c.py": "from d import f\n\ndef g():\n    f()\n",
    "README.md": "# Shop\n\nSee `Load`.\n",
    **{f"u{k}.py": f"def u{k}():\n    pass\n" for k in range(6)},
}


@pytest.mark.parametrize("case", ALL)
def test_an_example_goes_through_bytes_and_is_edited_as_before(case):
    files = files_of(case)
    facts = {path: one for path, data in files.items() if (one := read(path, data)) is not None}
    done = full(files, facts, configs(files), live=True)
    whole = Told(done).all()
    kept = record.unpacked(record.packed(record.record_of(done, files, {}, configs(files))))
    assert kept is not None
    possible = edits(files, facts)
    for what, after in random.Random(case.name).sample(possible, min(3, len(possible))):
        again = record.resolved_from(kept, facts, configs(files))
        told = Told(again)
        assert told.all() == whole
        forth, new_facts = change(files, after, facts)
        told.take(again.apply(forth, in_parts=False))
        assert told.all() == Told(full(after, new_facts, configs(after))).all(), what


def test_a_record_holds_all_that_is_told_of_a_file():
    told = {field.name for field in dataclasses.fields(FileEdges)}
    assert set(record.FileRecord.__struct_fields__) == told - {"only", "same_nodes"}


@pytest.fixture
def alone(monkeypatch):
    """No repository may be resolved whole from here on."""

    def refuse(*given, **more):
        raise AssertionError("all was resolved again")

    return lambda: monkeypatch.setattr(resuming, "full", refuse)


def test_a_second_server_works_out_what_changed(repo, alone, monkeypatch):
    root = repo(FILES, git=True)
    with living(root):
        pass
    alone()
    redone: list[set[str]] = []
    real = Resolved.apply
    monkeypatch.setattr(
        Resolved, "apply", lambda *given, **more: redone.append(real(*given, **more)) or redone[-1]
    )
    (root / "a.go").write_text("package shop\n\nfunc other() {}\n")
    (root / "d.py").write_text("def f():\n    pass\n")
    (root / "README.md").unlink()
    with living(root) as live:
        assert redone == [{"a.go", "b.go", "c.py", "d.py", "README.md"}]
        monkeypatch.undo()
        assert_is_a_build(live)
        (root / "a.go").write_text("package shop\n\nfunc Load() {}\n")
        assert live.update(["a.go"]).rebuilt == ""
        assert_is_a_build(live)


def test_a_configuration_that_changed_meanwhile(repo, alone, monkeypatch):
    root = repo(
        {
            **FILES,
            "p/p.go": "package p\n",
            "e.go": 'package shop\n\nimport "example.org/shop/p"\n\nvar _ = p.X\n',
        }
    )
    with living(root):
        pass
    alone()
    (root / "go.mod").write_text("module example.org/other\n")
    with living(root) as live:
        monkeypatch.undo()
        assert_is_a_build(live)
    (root / "go.mod").unlink()
    with living(root) as live:
        assert_is_a_build(live)


@pytest.mark.parametrize("lost", ["the record", "facts of then", "the version", "most files"])
def test_without_what_it_takes_all_is_resolved(repo, monkeypatch, lost):
    root = repo(FILES)
    with living(root):
        pass
    (root / "a.go").write_text("package shop\n\nfunc other() {}\n")
    if lost == "most files":
        testing.write(root, {f"u{k}.py": f"def other{k}():\n    pass\n" for k in range(6)})
    elif lost == "the record":
        monkeypatch.setattr(record, "unpacked", lambda data: None)
    elif lost == "facts of then":
        monkeypatch.setattr(FactsCache, "get", lambda self, key: None)
    else:
        monkeypatch.setattr(record, "version", lambda: b"another")
    seen = []
    monkeypatch.setattr(resuming, "full", lambda *given, **more: seen.append(1) or full(*given, **more))
    with living(root) as live:
        assert seen
        assert_is_a_build(live)


def strange(kept):
    """A record that says of a file what cannot be."""
    lost = Edge("calls", ("b.go", "One"), ("b.go", "nobody"), "lexical")
    files = [structs.replace(one, edges=[*one.edges, lost], turns=one.turns) for one in kept.files]
    return structs.replace(kept, files=files)


@pytest.mark.parametrize(
    "spoilt", [strange, lambda kept: structs.replace(kept, keys=[]), lambda _: "no record"]
)
def test_a_record_that_does_not_fit_harms_nothing(repo, monkeypatch, spoilt):
    root = repo(FILES)
    with living(root):
        pass
    real = record.unpacked
    monkeypatch.setattr(record, "unpacked", lambda data: spoilt(real(data)))
    (root / "a.go").write_text("package shop\n\nfunc other() {}\n")
    with living(root) as live:
        monkeypatch.undo()
        assert_is_a_build(live)


@pytest.mark.parametrize("data", [b"", b"junk", b"x\x9c\x03\x00\x00\x00\x00\x01"])
def test_bytes_that_are_no_record(data):
    assert record.unpacked(data) is None
