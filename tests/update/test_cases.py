"""Every example of tests/resolve, edited: what is resolved again gives what resolving all of it gives.

The examples say what a language's rules are about, so their edits reach what those rules look at: a
file or a declaration that goes, comes back, or is called otherwise, lines that move. A resolver that looks
at something without recording it is found here, with the example that shows it.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from msgspec import structs

from tests.resolve.corpus import HERE, cases, files_of
from xray_graph.model import PackedFacts
from xray_graph.parse import versions
from xray_graph.parse.documents import roles
from xray_graph.parse.worker import _load
from xray_graph.resolve.incremental import Change, Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.walk.names import by_name

EDITS = int(os.environ.get("UPDATE_EDITS", "8"))  # of each example; more of them by hand
ALL = [
    pytest.param(case, id=f"{language.name}/{case.name}")
    for language in sorted(HERE.iterdir())
    if language.is_dir() and not language.name.startswith("__")
    for case in cases(language.name)
]


def read(path: str, data: bytes) -> PackedFacts | None:
    dialect = roles.dialect(path, by_name(Path(path).name)[0])
    return PackedFacts.of(_load(dialect, {})(data, dialect)) if versions.is_readable(dialect) else None


def configs(files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if is_config(path)}


def edits(files: dict[str, bytes], facts: dict[str, PackedFacts]) -> list[tuple[str, dict[str, bytes]]]:
    """All edits of one example: what it is, and the files after it."""
    found = []
    for path, data in files.items():
        found.append((f"remove {path}", {p: d for p, d in files.items() if p != path}))
        found.append((f"a line before {path}", {**files, path: b"\n" + data}))
        if path not in facts:
            continue
        for one in facts[path].unpack().declarations:
            name = one.name.encode()
            without = data[: one.start] + data[one.end :]
            found.append((f"remove {one.name} at {path}:{one.line}", {**files, path: without}))
            at = data.find(name, one.start, one.end) if name else -1
            if at >= 0:
                other = data[:at] + name + b"Other" + data[at + len(name) :]
                found.append((f"rename {one.name} at {path}:{one.line}", {**files, path: other}))
    return found


def change(
    before: dict[str, bytes], after: dict[str, bytes], facts: dict[str, PackedFacts]
) -> tuple[Change, dict[str, PackedFacts]]:
    """From one state of the files to the next, and the facts of the next."""
    texts = {path: data for path, data in after.items() if before.get(path) != data}
    read_now = {path: one for path, data in texts.items() if (one := read(path, data)) is not None}
    new = {path: read_now.get(path, facts.get(path)) for path in after}
    return (
        Change(set(after) - set(before), read_now, configs(texts), set(before) - set(after)),
        {path: one for path, one in new.items() if one is not None},
    )


class Told:
    """All that resolving says, by file, where no order matters; parts of a file replace its parts."""

    def __init__(self, done: Resolved) -> None:
        self._done = done
        self._nodes: dict[str, list[str]] = {}
        self._edges: dict[str, dict[int, list[str]]] = {}
        self.take(done.edges)

    def take(self, redone) -> None:
        for path in redone:
            result = self._done.edges.get(path)
            if result is None:
                self._nodes.pop(path, None), self._edges.pop(path, None)
                continue
            if not result.same_nodes:
                self._nodes[path] = sorted(map(repr, result.nodes))
            old = self._edges.get(path, {})
            only = old.keys() if result.only is None else result.only
            edges = self._edges[path] = {part: these for part, these in old.items() if part not in only}
            for part, edge in zip(result.parts(), result.edges, strict=True):
                edges.setdefault(part, []).append(repr([str(one) for one in structs.astuple(edge)]))

    def all(self) -> dict[str, object]:
        return {
            path: (
                self._nodes[path],
                sorted(edge for these in self._edges[path].values() for edge in these),
                sorted((caller, sorted(reasons.items())) for caller, reasons in result.unresolved.items()),
                result.resolved_calls,
                result.failure,
            )
            for path, result in self._done.edges.items()
        }


@pytest.mark.parametrize("case", ALL)
def test_an_edited_example_is_as_resolved_anew(case):
    files = files_of(case)
    facts = {path: one for path, data in files.items() if (one := read(path, data)) is not None}
    done = full(files, facts, configs(files), live=True)
    told = Told(done)
    original = told.all()
    possible = edits(files, facts)
    chosen = random.Random(case.name).sample(possible, min(EDITS, len(possible)))
    for what, after in chosen:
        forth, new_facts = change(files, after, facts)
        told.take(done.apply(forth))
        expected = Told(full(after, new_facts, configs(after))).all()
        assert told.all() == expected, what
        back, _ = change(after, files, new_facts)
        told.take(done.apply(back))
        assert told.all() == original, f"{what}, and back"
