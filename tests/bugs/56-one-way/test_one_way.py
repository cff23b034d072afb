"""An update names nodes otherwise than a build, and after an upgrade old edges survive.

Seen in DeusData/codebase-memory-mcp#994, vitali87/code-graph-rag#1649. There is one way from files to a
map, and what is cached is kept under a digest of all the code that made it.
"""

from __future__ import annotations

from tests.update.comparing import assert_is_a_build, living
from xray_graph.config import BuildSettings
from xray_graph.parse import versions
from xray_graph.update import LiveMap, writer

FILES = {
    "cart/cart.go": "package cart\n\n// Cart holds.\ntype Cart struct{ N int }\n\nfunc (c *Cart) Add() { c.add() }\n\nfunc (c *Cart) add() {}\n",
    "docs/a.md": "# Carts\n\n## Adding\n\nSee `Cart.Add`.\n",
    "a.py": "def f():\n    return f()\n",
}


def names(live):
    graph = live.version.map.graph
    return [(graph.name(i), graph.node(i)) for i in range(len(graph))]


def test_a_touched_file_keeps_its_names_and_makes_no_version(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        before, version = names(live), live.version
        for path in FILES:
            (root / path).touch()
        reply = live.update(list(FILES))
        assert reply.unchanged == tuple(sorted(FILES))
        assert reply.version == version.number
        assert live.version.map is version.map
        assert names(live) == before
        assert_is_a_build(live)


def test_an_edit_elsewhere_renames_nothing(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        before = dict(names(live))
        (root / "a.py").write_text("def f():\n    return f()\n\ndef g():\n    return f()\n")
        live.update(["a.py"])
        after = dict(names(live))
        assert {name: node for name, node in after.items() if "a.py" not in name} == {
            name: node for name, node in before.items() if "a.py" not in name
        }
        assert_is_a_build(live)


def test_facts_of_other_code_are_not_taken(repo, monkeypatch):
    """What decides facts is part of every key: another grammar, query, extractor or parser misses."""
    root = repo(FILES)
    settings = BuildSettings(name="shop")

    def misses():
        live = LiveMap(root, lambda: settings, quiet=0)
        live.wait()
        live.close(flush=False)
        return live._writer._cache.misses

    assert misses() == len(FILES)
    assert misses() == 0
    real = versions.facts_version()
    monkeypatch.setattr(writer, "facts_version", lambda: real + b"another extractor")
    assert misses() == len(FILES)


def test_a_version_of_facts_is_a_digest_of_what_makes_them():
    sources = {path.name for path in versions._sources()}
    assert {"model.py", "extract.py", "go.py", "facts.scm", "grammar.toml"} <= sources


def test_other_settings_are_a_build_and_it_is_said(repo):
    root = repo(FILES)
    settings = [BuildSettings(name="shop")]
    live = LiveMap(root, lambda: settings[-1], quiet=0)
    try:
        live.wait()
        assert not live.update().rebuilt
        settings.append(BuildSettings(name="store"))
        assert live.update().rebuilt == "the settings changed"
        assert live.version.map.label == "store"
        assert_is_a_build(live, settings[-1])
    finally:
        live.close(flush=False)
