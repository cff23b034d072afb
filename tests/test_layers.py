"""The layers of ARCHITECTURE.md, and one home for each heavy dependency."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "xray_graph"

# What may be imported only there. A home is a module or a package; tests and benchmarks are free.
HOMES = {
    "tree_sitter": ("parse",),  # everything but reading code works without it
    "tree_sitter_language_pack": ("parse",),
    "subprocess": (
        "walk.git",
        "parse.process",
        "publish.programs",
        "testing",
    ),  # git, our own workers, ssh-keygen
    "pyrage": ("snapshot.seal",),
    "httpx2": ("publish.transport", "embed.endpoint", "embed.openai"),
    "hnswlib": ("index",),
    "isal": ("snapshot",),
    "markdown_it": ("parse.documents",),
    "yaml": ("parse.documents",),
    "mcp": ("serve",),
    "starlette": ("serve",),
    "uvicorn": ("serve",),
    "watchfiles": ("update", "serve"),
    "prometheus_client": ("serve.metrics",),
    "click": ("cli",),
    "rich": ("cli",),
    "pickle": (),  # nothing that is read can run
    "marshal": (),
    "shelve": (),
}


def modules() -> dict[str, Path]:
    """Every module of the package by its name below `xray_graph` ("" for the package itself)."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path) -> set[str]:
    """The top-level names of all absolute imports in a file, also those inside functions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def needed_by(path: Path) -> set[str]:
    """The modules that a file imports from when it runs, with the names that it takes."""
    found, todo = set(), [ast.parse(path.read_bytes())]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        todo += ast.iter_child_nodes(node)
    return found


def test_layers_hold(monkeypatch):
    monkeypatch.chdir(ROOT)
    # It sets up logging of its own, which silences every logger there is.
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)
    assert lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


TABLE = re.compile(r"^    ((?:\w+ )*\w+)  +\S", re.MULTILINE)
LANGUAGES = sorted(PACKAGE.glob("resolve/languages/*/__init__.py"))


@pytest.mark.parametrize("page", LANGUAGES, ids=lambda page: page.parent.name)
def test_first_pages_of_languages_list_each_module_above_what_stands_on_it(page):
    """In the comment of `__init__`; types of a row below may be named, for checking alone."""
    rows = [row.split() for row in TABLE.findall(ast.get_docstring(ast.parse(page.read_bytes())))]
    place = {name: number for number, row in enumerate(rows) for name in row}
    files = {path.stem: path for path in page.parent.glob("*.py") if path != page}
    assert place.keys() == files.keys(), f"the table in {page.relative_to(ROOT)} lists other modules"
    here = ".".join(page.parent.relative_to(ROOT).parts) + "."
    for name, path in files.items():
        needed = {
            module.removeprefix(here).split(".")[0] for module in needed_by(path) if module.startswith(here)
        }
        assert not [other for other in needed if place[other] > place[name]], f"{name} stands on a row below"


def test_no_two_modules_need_each_other():
    """An import inside a function hides a cycle and does not undo it; types may be named for checking alone."""
    known = modules()
    needs = {}
    for name, path in known.items():
        wanted = {
            each.removeprefix("xray_graph.") for each in needed_by(path) if each.startswith("xray_graph.")
        }
        needs[name] = {each if each in known else each.rpartition(".")[0] for each in wanted} & known.keys()
    TopologicalSorter(needs).prepare()  # fails with the cycle that there is


def test_each_heavy_dependency_has_one_home():
    strays = [
        f"{module or '__init__'} imports {name}, whose home is {' and '.join(HOMES[name]) or 'nowhere'}"
        for module, path in modules().items()
        for name in sorted(imported(path) & HOMES.keys())
        if not any(module == home or module.startswith(home + ".") for home in HOMES[name])
    ]
    assert not strays


def test_dependencies_are_what_is_imported():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    base = {Requirement(line).name for line in project["dependencies"]}
    optional = {Requirement(line).name for name in ("parser", "hnsw") for line in extras[name]}
    # distribution name → what it is imported as, where the two differ
    import_name = {"markdown-it-py": "markdown_it", "pyyaml": "yaml"}
    used = set().union(*(imported(path) for path in modules().values())) - set(sys.stdlib_module_names)
    declared = {import_name.get(name, name.replace("-", "_")) for name in base | optional}
    assert used - {"xray_graph"} <= declared, "imported and not declared"
    needed = {import_name.get(name, name.replace("-", "_")) for name in base}
    assert needed <= used, "declared and imported nowhere"


BLOCK_PARSER = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tree_sitter", "tree_sitter_language_pack"):
            raise ImportError(f"{name} is blocked: this is the static build")
sys.meta_path.insert(0, Block())
"""


def run_static(code: str, *arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Python code in a new process in which tree-sitter cannot be imported."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCK_PARSER + code, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_everything_but_reading_code_imports_without_tree_sitter():
    """Modules of `parse` may need it, those for documents and the package's own door may not."""
    free = [name for name in modules() if not name.startswith("parse.") or name.startswith("parse.documents")]
    names = [f"xray_graph.{name}".rstrip(".") for name in free]
    done = run_static("import importlib\nfor name in sys.argv[1:]: importlib.import_module(name)\n", *names)
    assert done.returncode == 0, done.stderr


def test_the_package_itself_imports_nothing_heavy():
    code = "import xray_graph; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    done = run_static(code)
    assert done.returncode == 0, done.stderr
    heavy = {"numpy", "msgspec", *HOMES.keys() - sys.stdlib_module_names}
    assert not heavy & set(done.stdout.split())


@pytest.mark.parametrize("command", [(), ("graph",), ("graph", "build"), ("graph", "search")])
def test_help_imports_nothing_heavy(command):
    """What keeps `--help` fast: no numbers, no server, no parser before a command runs."""
    code = (
        "from xray_graph.cli import main\n"
        "try: main([*sys.argv[1:], '--help'])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = run_static(code, *command)
    assert done.returncode == 0, done.stderr
    assert "Usage:" in done.stdout
    heavy = {"numpy", "mcp", "starlette", "uvicorn", "pydantic", "markdown_it", "yaml"}
    assert not set(done.stderr.split()) & heavy
