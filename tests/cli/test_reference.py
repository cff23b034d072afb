"""The two reference pages say what the program says."""

from __future__ import annotations

from pathlib import Path

import pytest

from xray_graph.cli import reference as command_line
from xray_graph.serve import reference as tools

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(("page", "made"), [("cli.md", command_line), ("tools.md", tools)])
def test_a_page_is_what_the_program_makes(page, made):
    command = f"python -m {made.__name__} > docs/{page}"
    assert (DOCS / page).read_text() == made.markdown(), f"make it again: {command}"
