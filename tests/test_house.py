"""House rules that a reader would otherwise have to check by hand. They look at tracked files."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LIMIT = 350
HARD_LIMIT = 500
# Longer than LIMIT on purpose; the reason beside each.
LONG = {
    "xray_graph/model.py": "every value that stages hand to each other, on one page",
}

# Folders and modules are stages of the data's way or nouns of the field.
NAMELESS = {"utils", "util", "helpers", "helper", "common", "misc", "core"}

# A folder of one machine. Not preceded by a word or a dot, so that `src/root/x` is no match.
MACHINE_PATH = re.compile(r"(?<![\w.\-/*})\]])/(?:home|root|tmp|work|farm|Users)/[\w.]")
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)(?:[*+?]|\{[\d,]+\})\+")
# A package index is the reader's own choice, set up in their clients.
# The beginning of a hint, which stands behind a label or a semicolon.
CAPITAL_HINT = re.compile(r'\b(?:hint|\w*HINT)(?:: Final)? ?= ?f?"[A-Z][a-z ]')
REGISTRY_HOST = re.compile(r"\b(?:pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|deb\.debian\.org)\b")


def tracked() -> list[Path]:
    """Files of the repository, links and deleted files left out."""
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z"]  # whoever owns the clone
    listed = subprocess.run(command, capture_output=True, check=True)
    paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def texts():
    """(path from the root, text) of every tracked file that is text."""
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data[:8000]:
            yield path.relative_to(ROOT).as_posix(), data.decode(errors="replace")


def test_code_files_stay_readable():
    sizes = {name: text.count("\n") for name, text in texts() if name.endswith(".py")}
    assert not {n: s for n, s in sizes.items() if s > HARD_LIMIT}
    assert not {n: s for n, s in sizes.items() if s > LIMIT and n.startswith("xray_graph/") and n not in LONG}
    assert not [n for n in LONG if sizes.get(n, 0) <= LIMIT], "no longer long: take it out of LONG"


def test_modules_have_names():
    """Of our own modules; the cases to resolve call theirs as repositories do."""
    own = [
        path.relative_to(ROOT)
        for path in tracked()
        if "resolve" not in path.parts or "tests" not in path.parts
    ]
    parts = {part.removesuffix(".py") for path in own for part in path.parts}
    assert not parts & NAMELESS


def test_modules_say_what_they_are_for():
    silent = [
        name
        for name, text in texts()
        if name.startswith("xray_graph/")
        and name.endswith(".py")
        and text.strip()
        and not text.lstrip().startswith(('"""', 'r"""'))
    ]
    assert not silent


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine-path", "registry-host"])
def test_files_name_no_machine_and_no_registry(pattern):
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not found


@pytest.mark.parametrize(
    "tool", [("ruff", "check", "--no-cache", "--output-format=concise"), ("mypy", "--no-error-summary")]
)
def test_lint_and_types_are_clean(tool):
    command = [sys.executable, "-m", *tool]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_possessive_group_stands_in_a_pattern():
    """`(...)*+` matches wrongly in Python before 3.11.5, the one of a stable Debian: `(?>(...)*)` does not."""
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts()
        if name.startswith(("xray_graph/", "grammars/")) and name.endswith((".py", ".toml"))
        for number, line in enumerate(text.splitlines(), 1)
        if POSSESSIVE_GROUP.search(line)
    ]
    assert not found


def test_hints_begin_alike():
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts()
        if name.startswith("xray_graph/") and name.endswith(".py")
        for number, line in enumerate(text.splitlines(), 1)
        if CAPITAL_HINT.search(line)
    ]
    assert not found


def test_changelog_names_this_version():
    import xray_graph

    assert f"## {xray_graph.__version__}" in (ROOT / "CHANGELOG.md").read_text()
