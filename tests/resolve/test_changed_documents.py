"""Documents resolved again after a change are as if read for the first time, whichever file changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.resolve.corpus import HERE, cases, files_of
from xray_graph.model import PackedFacts
from xray_graph.parse import versions
from xray_graph.parse.documents import roles
from xray_graph.parse.worker import _load
from xray_graph.resolve.incremental import Change, Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.walk.names import by_name

FAMILIES = ("helm", "kubernetes", "pipelines", "containers", "sql", "rst", "settings")
CASES = [pytest.param(case, id=f"{family}/{case.name}") for family in FAMILIES for case in cases(family)]


def read(path: str, data: bytes) -> PackedFacts | None:
    dialect = roles.dialect(path, by_name(Path(path).name)[0])
    return PackedFacts.of(_load(dialect, {})(data, dialect)) if versions.is_readable(dialect) else None


def everything(files: dict[str, bytes]) -> Change:
    return Change(
        paths=set(files),
        facts={path: facts for path, data in files.items() if (facts := read(path, data))},
        configs={path: data for path, data in files.items() if is_config(path)},
    )


def shown(done: Resolved) -> dict[str, object]:
    return {
        path: (sorted(map(repr, e.edges)), sorted(map(repr, e.nodes)), sorted(e.outside.items()), e.failure)
        for path, e in done.edges.items()
    }


def anew(files: dict[str, bytes]) -> dict[str, object]:
    change = everything(files)
    return shown(full(files, change.facts, {p: d for p, d in change.configs.items() if d is not None}))


@pytest.mark.parametrize("case", CASES)
def test_a_changed_repository_is_as_one_that_is_read_anew(case):
    files = files_of(case)
    assert HERE in case.parents
    for path, data in files.items():
        live = Resolved()
        live.apply(everything(files))
        live.apply(Change(removed={path}))
        assert shown(live) == anew({p: d for p, d in files.items() if p != path}), f"without {path}"
        live.apply(everything({path: data}))
        assert shown(live) == anew(files), f"with {path} again"
        rows = data.split(b"\n")
        for k in range(0, len(rows), max(1, len(rows) // 3)):
            edited = files | {path: b"\n".join(rows[:k] + rows[k + 1 :])}
            change = everything({path: edited[path]})
            live.apply(Change(facts=change.facts, configs=change.configs))
            assert shown(live) == anew(edited), f"{path} without line {k + 1}"
