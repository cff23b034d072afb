"""The same sources give the same bytes: any number of workers, hash seed, folder, cache and file order."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from xray_graph import testing

ROOT = Path(__file__).parents[1]

# One file a language, names that collide, and enough files for a second worker to get some.
FILES = {
    "README.md": "# Shop\n\nSells things.\n\n## Checkout\n\nSee `Cart.total` in [the cart](py/cart.py).\n",
    "py/__init__.py": "from .cart import Cart as Basket\n",
    "py/cart.py": "class Cart:\n    def add(self, item): ...\n    def total(self):\n"
    "        return price(self)\n\ndef price(cart):\n    return 1\n",
    "py/odd_é.py": "def f():\n    '''🚀 é'''\n    return f()\n",
    "go/go.mod": "module example.org/shop\n\ngo 1.22\n",
    "go/cart.go": "package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Add() { c.total() }\n"
    "func (c *Cart) total() int { return 1 }\n",
    "go/run.go": "package shop\n\nfunc Run() { run() }\nfunc run() {}\n",
    "web/cart.ts": "export class Cart { add() { return total(this); } }\n"
    "function total(c: Cart) { return 1; }\n",
    "web/view.tsx": "import { Cart } from './cart';\nexport const View = () => <Panel cart={new Cart()} />;\n"
    "function Panel() { return null; }\n",
    "java/R.java": "class R { int find(int a) { return 1; } int find(String a) { return find(2); } }\n",
    "c/a.h": "int f(int);\n",
    "c/a.c": '#include "a.h"\nint f(int x) { return x; }\nint g(void) { return f(1); }\n',
    "rb/a.rb": "class A\n  def m; k; end\n  def k; end\nend\n",
    "broken.py": "def a():\n    return (1 +\ndef b():\n    return 2\n",
    **{f"many/{n:03}.py": f"def f{n}():\n    return g()\n\ndef g():\n    return {n}\n" for n in range(120)},
}


def build(root: Path, out: Path, *, seed: str, cache: Path, options: tuple[str, ...] = ()) -> Path:
    """Build a map of `root` in a process of its own; the snapshot's path."""
    done = subprocess.run(
        [sys.executable, "-c", "from xray_graph.cli import main; main()",
         "graph", "build", str(root), "-o", str(out), "--name", "shop", *options],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(cache)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return out / "shop.graph.gz"


def digests(snapshot: Path) -> tuple[str, str]:
    """(content digest as `inspect` prints it, SHA-256 of the file)."""
    code = "from xray_graph.cli import main; main()"
    command = [sys.executable, "-c", code, "graph", "inspect", str(snapshot), "--json"]
    done = subprocess.run(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["content_digest"], hashlib.sha256(snapshot.read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """Digests of one build: one worker, seed 0, empty caches."""
    place = tmp_path_factory.mktemp("reference")
    root = testing.repo(FILES, place / "shop", git=True)
    return digests(build(root, place / "out", seed="0", cache=place / "cache", options=("--jobs", "1")))


@pytest.mark.parametrize(
    ("seed", "options"),
    [("0", ("--jobs", "2")), ("1", ("--jobs", "1")), ("4242", ("--jobs", "2"))],
    ids=["two-workers", "another-seed", "both"],
)
def test_workers_and_seeds(reference, tmp_path, seed, options):
    root = testing.repo(FILES, tmp_path / "shop", git=True)
    snapshot = build(root, tmp_path / "out", seed=seed, cache=tmp_path / "cache", options=options)
    assert digests(snapshot) == reference


def test_another_folder_and_files_written_backwards(reference, tmp_path):
    backwards = dict(reversed(FILES.items()))
    root = testing.repo(backwards, tmp_path / "another" / "place", git=True)
    snapshot = build(root, tmp_path / "out", seed="0", cache=tmp_path / "cache")
    assert digests(snapshot) == reference


def test_a_warm_cache_changes_nothing(reference, tmp_path):
    root = testing.repo(FILES, tmp_path / "shop", git=True)
    for out in ("cold", "warm"):
        snapshot = build(root, tmp_path / out, seed="0", cache=tmp_path / "cache")
        assert digests(snapshot) == reference


def test_outside_git_too(tmp_path):
    built = [
        digests(build(testing.repo(FILES, tmp_path / place / "shop"), tmp_path / place / "out",
                      seed=seed, cache=tmp_path / place / "cache"))
        for place, seed in (("a", "0"), ("b", "1"))
    ]  # fmt: skip
    assert built[0] == built[1]
