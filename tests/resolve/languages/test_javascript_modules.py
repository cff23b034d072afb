"""Where a module name leads, by Node's, the bundlers' and TypeScript's rules."""

from __future__ import annotations

import pytest

from xray_graph.resolve.languages.javascript.modules import Modules
from xray_graph.resolve.project import Project

FILES = {
    "src/a.ts": b"",
    "src/b.js": b"",
    "src/b.d.ts": b"",
    "src/c.mts": b"",
    "src/d.tsx": b"",
    "src/e/index.js": b"",
    "src/f/package.json": b'{"main": "./lib/main"}',
    "src/f/lib/main.js": b"",
    "src/f.json": b"",
    "src/g.vue": b"",
    "src/h.test.ts": b"",
    "index.ts": b"",
    "package.json": b'{"name": "@org/root", "exports": {".": "./index.js", "./a": "./dist/a.js"}}',
    "tools/package.json": b'{"name": "tools", "types": "dist/main.d.ts", "main": "dist/main.js"}',
    "tools/src/main.ts": b"",
    "tools/src/more.ts": b"",
}


def find(importer: str, name: str) -> str | None:
    return Modules(Project(FILES, FILES)).find(importer, name)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("./a", "src/a.ts"),
        ("./a.js", "src/a.ts"),
        ("./a.ts", "src/a.ts"),
        ("./b", "src/b.d.ts"),
        ("./c.mjs", "src/c.mts"),
        ("./d", "src/d.tsx"),
        ("./d.jsx", "src/d.tsx"),
        ("./e", "src/e/index.js"),
        ("./e/", "src/e/index.js"),
        ("./f", "src/f.json"),
        ("./f/", "src/f/lib/main.js"),
        ("./g.vue", "src/g.vue"),
        ("./h.test", "src/h.test.ts"),
        ("..", "index.ts"),
        ("../", "index.ts"),
        ("./a?raw", "src/a.ts"),
        ("./none", None),
        ("../../outside", None),
        ("/src/a", None),
        ("", None),
        ("a", None),
        ("node:fs", None),
        ("@org/root", "index.ts"),
        ("@org/root/a", "src/a.ts"),
        ("@org/root/b", None),
        ("@org/none", None),
        ("tools", "tools/src/main.ts"),
        ("tools/more", "tools/src/more.ts"),
    ],
)
def test_names(name, path):
    assert find("src/here.ts", name) == path


def test_what_was_not_found_is_recorded():
    project = Project(FILES, FILES)
    reads: set = set()
    project.world.read_as(reads)
    assert Modules(project).find("src/here.ts", "./none") is None
    assert ("js.module", "src", "./none") in reads
    new = project.world.take_new_reads()[("js.module", "src", "./none")]
    assert ("file", "src/none.ts") in new
