"""Reads the annotated cases of this folder: small repositories whose comments say what must resolve.

`tests/resolve/<language>/<case>/` is one repository. In its files a comment that ends a line states, for
that line, all edges of one kind:

    c.Add(x)          // -> cart/cart.go::Cart.Add [receiver]
    s.Do()            // -> store.go::S.Do dynamic
    fmt.Println(x)    // -> nothing
    type B struct {   // inherits base.go::A            (also: implements, imports, references, tests,
                      //                                  decorates, reads, documents, build-variant)

Several targets are parted by `, `. A target without a path is in the same file (`::Cart.Add`). Evidence
in brackets and `dynamic` are compared where they are written. `-> nothing` (and `inherits nothing`)
says that there is no edge of that kind on the line. A line without a comment says nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from xray_graph.model import PackedFacts
from xray_graph.parse import versions
from xray_graph.parse.documents import roles
from xray_graph.parse.worker import _load
from xray_graph.resolve.incremental import Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.resolve.project import FileEdges
from xray_graph.walk.names import by_name

HERE = Path(__file__).parent
_KINDS = "documents|inherits|implements|imports|references|tests|decorates|reads|build-variant|reopens"
_SAID = re.compile(rf"(?://|#|/\*|--|<!--)\s*(->|(?:{_KINDS})\b)\s*(.*?)\s*(?:\*/|-->)?\s*$")
_TARGET = re.compile(r"(?P<name>\S+)(?P<dynamic>\s+dynamic)?(?:\s+\[(?P<evidence>[\w-]+)\])?(?:\s+dynamic)?$")


@dataclass(frozen=True)
class Expected:
    """What one comment says."""

    path: str
    line: int
    kind: str
    targets: tuple[tuple[str, str, bool], ...]  # (path::symbol, evidence or "", whether it says dynamic)


def cases(language: str) -> list[Path]:
    """The case folders of a language, by name."""
    return sorted(p for p in (HERE / language).iterdir() if p.is_dir() and not p.name.startswith("__"))


def files_of(case: Path) -> dict[str, bytes]:
    return {p.relative_to(case).as_posix(): p.read_bytes() for p in sorted(case.rglob("*")) if p.is_file()}


def expectations(path: str, text: str) -> list[Expected]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        said = _SAID.search(line)
        if not said:
            continue
        kind = "calls" if said[1] == "->" else said[1]
        targets = []
        for part in () if said[2] == "nothing" else said[2].split(", "):
            match = _TARGET.match(part.strip())
            assert match, f"{path}:{number}: cannot read {part!r}"
            name = path + match["name"] if match["name"].startswith("::") else match["name"]
            targets.append((name, match["evidence"] or "", " dynamic" in part))
        found.append(Expected(path, number, kind, tuple(targets)))
    return found


def resolved(files: dict[str, bytes]) -> Resolved:
    """The files, read and resolved as a build does."""
    facts = {}
    for path, data in files.items():
        dialect = roles.dialect(path, by_name(Path(path).name)[0])
        if versions.is_readable(dialect):
            facts[path] = PackedFacts.of(_load(dialect, {})(data, dialect))
    configs = {path: data for path, data in files.items() if is_config(path)}
    return full(files, facts, configs)


def reasons_of(found: FileEdges) -> dict[str, int]:
    """How many calls of a file have no edge, by reason."""
    counted: Counter[str] = Counter()
    for reasons in found.unresolved.values():
        counted.update(reasons)
    return dict(counted)


def edges_at(done: Resolved, path: str, line: int, kind: str) -> set[tuple[str, str, bool]]:
    """The edges of a kind whose site is on a line: (target's path::symbol, evidence, dynamic)."""
    return {
        (f"{e.target[0]}::{e.target[1]}" if e.target[1] else e.target[0], e.evidence, e.dynamic)
        for e in done.edges[path].edges
        if e.kind == kind and e.line == line
    }


def failures(case: Path) -> list[str]:
    """What a case says and what came out, where they differ."""
    files = files_of(case)
    done = resolved(files)
    wrong = [f"{case.name}/{path}: {result.failure}" for path, result in done.edges.items() if result.failure]
    for path, data in files.items():
        if path not in done.edges:
            continue
        for said in expectations(path, data.decode("utf-8", "replace")):
            found = edges_at(done, path, said.line, said.kind)
            if not _agree(said, found):
                wrong.append(f"{case.name}/{path}:{said.line}: {said.kind} {said.targets} but found {found}")
    return wrong


def _agree(said: Expected, found: set[tuple[str, str, bool]]) -> bool:
    if {name for name, _, _ in said.targets} != {name for name, _, _ in found}:
        return False
    by_name_found = {name: (evidence, dynamic) for name, evidence, dynamic in found}
    return all(
        (not evidence or by_name_found[name][0] == evidence) and (not dynamic or by_name_found[name][1])
        for name, evidence, dynamic in said.targets
    )
