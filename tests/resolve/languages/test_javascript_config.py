"""tsconfig.json and package.json as written by people: comments, bases, references, conditions."""

from __future__ import annotations

import pytest

from xray_graph.resolve.languages.javascript import config
from xray_graph.resolve.project import Project


def paths_of(files: dict[str, str], folder: str = "") -> config.Paths:
    data = {path: text.encode() for path, text in files.items()}
    project = Project(files, data)
    path = config.nearest(project, folder, ("tsconfig.json",))
    assert path is not None
    return config.paths_of(project, path)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b'{\n // c\n "a": "http://x", /* d */ "b": [1,2,],\n}', {"a": "http://x", "b": [1, 2]}),
        (b'{"a": "/* no comment, */ ,]"}', {"a": "/* no comment, */ ,]"}),
        (b"[1]", {}),
        (b"{", {}),
        (b"", {}),
        (None, {}),
        (b"[" * 100_000, {}),
    ],
)
def test_json_with_comments(text, value):
    assert config.read_json(text) == value


def test_bases_are_read_and_the_own_file_wins():
    found = paths_of(
        {
            "tsconfig.json": '{"extends": ["./base.json", "./more"], "compilerOptions": {"outDir": "dist"}}',
            "base.json": '{"compilerOptions": {"baseUrl": "src"}}',
            "more.json": '{"compilerOptions": {"paths": {"@/*": ["app/*"], "@/x": ["x.ts"]}}}',
        }
    )
    assert found.patterns == (("@/x", ("x.ts",)), ("@/*", ("app/*",)))
    assert found.roots == (("dist", "src"),)


def test_bases_that_go_round_end():
    assert (
        paths_of({"tsconfig.json": '{"extends": "./b"}', "b.json": '{"extends": "./tsconfig"}'})
        == config.NO_PATHS
    )


def test_a_solution_speaks_through_its_references():
    files = {
        "tsconfig.json": '{"files": [], "references": [{"path": "./tsconfig.node.json"}, {"path": "./app"}]}',
        "tsconfig.node.json": "{}",
        "app/tsconfig.json": '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
    }
    assert paths_of(files, "other").patterns == (("~/*", ("app/src/*",)),)


def test_a_tsconfig_of_wrong_types_says_nothing():
    for text in (
        '{"compilerOptions": []}',
        '{"compilerOptions": {"paths": 1, "baseUrl": 2}}',
        '{"extends": 5}',
    ):
        assert paths_of({"tsconfig.json": text}) == config.NO_PATHS


def test_conditions_prefer_sources_and_modules():
    entry = {"types": "./t.d.ts", "require": "./c.cjs", "import": {"node": "./n.js", "default": "./d.js"}}
    assert config.targets(entry) == ["./d.js", "./n.js", "./c.cjs", "./t.d.ts"]
    assert config.targets({"source": "./src/a.ts", "default": "./a.js"}) == ["./src/a.ts", "./a.js"]
    assert config.targets(["./a.js", {"default": "./b.js"}, 5]) == ["./a.js", "./b.js"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (".", ["./index.js"]),
        ("./a", ["./lib/a.js"]),
        ("./deep/x/y", ["./lib/deep/x/y.js"]),
        ("./deep/special/z", ["./special/z.js"]),
        ("./none", []),
    ],
)
def test_subpaths_by_the_longest_pattern(name, found):
    table = {
        ".": "./index.js",
        "./a": "./lib/a.js",
        "./deep/*": "./lib/deep/*.js",
        "./deep/special/*": "./special/*.js",
    }
    assert config.entries(table, name) == found


def test_exports_without_subpaths_are_for_the_package_itself():
    assert config.entries("./a.js", ".") == ["./a.js"]
    assert config.entries({"import": "./a.mjs"}, ".") == ["./a.mjs"]
    assert config.entries({"import": "./a.mjs"}, "./b") == []
