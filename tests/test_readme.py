"""The README tells the truth: two set-up lines that CI runs, and commands that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from xray_graph.cli import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (".", "benchmarks", "charts", "docs", "grammars", "snapshots")
    for path in ROOT.glob(f"{folder}/*.md" if folder == "." else f"{folder}/**/*.md")
)


def test_two_set_up_commands_of_one_line_each():
    blocks = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert [block.count("\n") for block in blocks] == [1, 1]
    install, test = blocks
    assert "graph build ." in install
    assert "graph search" in install
    assert test.endswith("python -m pytest\n")


def test_ci_runs_them_as_they_are_written():
    script = ROOT / ".ci" / "run"
    assert script.stat().st_mode & 0o111
    assert "README.md" in script.read_text()
    assert "pip install" not in script.read_text()


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert not [target for target in targets if not (ROOT / page).parent.joinpath(target).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_commands_exist(page):
    known = {name for section in COMMANDS.values() for name in section}
    named = set(re.findall(r"xray graph ([a-z][a-z-]+)", (ROOT / page).read_text()))
    assert not named - known
