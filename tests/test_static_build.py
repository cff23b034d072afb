"""The static build (no tree-sitter) reads every map, maps documents, and says what code would need."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import xray_graph
from xray_graph import testing

ROOT = Path(__file__).parents[1]

STATIC = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tree_sitter", "tree_sitter_language_pack"):
            raise ImportError(f"{name} is blocked: this is the static build")
sys.meta_path.insert(0, Block())
"""
COMMAND = "from xray_graph.cli import main; main()"
SHOP = {
    "README.md": "# Shop\n\nSells things.\n\n## Checkout\n\nThe total is made by `Cart.total`.\n",
    "cart.py": "class Cart:\n    def total(self):\n        return price(self)\n\n\ndef price(cart):\n    return 1\n",
}


def xray(*arguments: str, cwd: Path, static: bool) -> subprocess.CompletedProcess[str]:
    """`xray graph ARGUMENTS` in a new process; without tree-sitter when `static`."""
    return subprocess.run(
        [sys.executable, "-c", STATIC * static + COMMAND, "graph", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def shop(tmp_path_factory) -> Path:
    """A folder with a map of SHOP in `shop.graph.gz`, built with the parser."""
    place = tmp_path_factory.mktemp("static")
    testing.repo(SHOP, place / "shop")
    done = xray("build", "shop", "-o", ".", cwd=place, static=False)
    assert done.returncode == 0, done.stderr
    return place


@pytest.mark.parametrize(
    "command",
    [
        ("search", "who makes the total", "--map", "shop.graph.gz"),
        ("node", "Cart.total", "--map", "shop.graph.gz"),
        ("callers", "price", "--map", "shop.graph.gz"),
        ("callees", "Cart.total", "--map", "shop.graph.gz"),
        ("maps", "--map", "shop.graph.gz"),
        ("inspect", "shop.graph.gz"),
        ("verify", "shop.graph.gz"),
    ],
    ids=lambda command: command[0],
)
def test_every_way_of_reading_a_map(shop, command):
    with_parser = xray(*command, "--json", cwd=shop, static=False)
    without = xray(*command, "--json", cwd=shop, static=True)
    assert without.returncode == 0, without.stderr
    assert json.loads(without.stdout) == json.loads(with_parser.stdout)


@pytest.mark.parametrize("what", ["nodes", "edges"])
def test_export(shop, what):
    with_parser = xray("export", "shop.graph.gz", "--format", what, cwd=shop, static=False)
    without = xray("export", "shop.graph.gz", "--format", what, cwd=shop, static=True)
    assert without.returncode == 0, without.stderr
    assert without.stdout == with_parser.stdout != ""


def test_documents_are_mapped_and_code_is_named(tmp_path):
    testing.repo(SHOP, tmp_path / "shop")
    done = xray("build", "shop", "-o", ".", "--json", cwd=tmp_path, static=True)
    told = json.loads(done.stdout)["maps"][0]
    assert told["nodes"]["section"] == 1
    assert told["skipped_by_reason"] == {"no-parser": 1}
    assert "xray-graph[parser]" in done.stderr


@pytest.mark.parametrize("question", [("search", "where is the total made"), ("node", "cart.py"), ("maps",)])
def test_an_answer_says_once_that_no_code_was_read(tmp_path, question):
    testing.repo(SHOP, tmp_path / "shop")
    xray("build", "shop", "-o", ".", cwd=tmp_path, static=True)
    done = xray(*question, "--map", ".", cwd=tmp_path, static=False)
    assert done.stdout.count("no python was read") == done.stdout.count("xray-graph[parser]") == 1
    missing = xray("callers", "price", "--map", ".", cwd=tmp_path, static=False)
    assert "no python was read" in missing.stderr


def test_a_repository_of_code_alone_is_refused(tmp_path):
    """Nothing could be read: an error that names the extra, not an empty map."""
    testing.repo({"cart.py": SHOP["cart.py"]}, tmp_path / "shop")
    done = xray("build", "shop", "-o", ".", cwd=tmp_path, static=True)
    assert done.returncode == 1
    assert "xray-graph[parser]" in done.stderr
    assert f"{xray_graph.__version__}-parser" in done.stderr, "the tag of the image that reads code"
    assert not list(tmp_path.glob("*.graph.gz"))
