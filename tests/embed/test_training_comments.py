"""Comments inside bodies, from which the model learns what is asked of a part of a function."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

FILE = Path(__file__).parents[2] / "benchmarks" / "embedder" / "comments.py"


@pytest.fixture(scope="module")
def remarks():
    spec = importlib.util.spec_from_file_location("embedder_comments", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.remarks


PYTHON = """\
def empty(cart, keep):
    # nothing is thrown away before
    # the visitor has agreed to it
    if not cart.agreed:
        return
    # cart.items = []
    # TODO: ask the shop about it first
    for item in list(cart.items):
        cart.remove(item, keep=keep)
"""
GO = """\
func Empty(cart *Cart) {
	/* the lock is held until the last item is gone */
	cart.lock()
	defer cart.unlock()
	for range cart.items { // one at a time
		cart.pop(cart.reasons["the visitor asked for it"])
	}
}
"""


def test_prose_is_taken_out_of_the_body_and_code_and_notes_stay(remarks):
    ((said, rest),) = remarks(PYTHON, "python", "seed")
    assert " ".join(said.split()) == "nothing is thrown away before the visitor has agreed to it"
    assert "thrown away" not in rest
    assert rest.startswith("def empty(cart, keep):\n\n    if not")
    assert "# cart.items = []" in rest


def test_a_comment_in_stars_is_one_and_one_behind_code_is_none(remarks):
    ((said, rest),) = remarks(GO, "go", "seed")
    assert said == "the lock is held until the last item is gone"
    assert "// one at a time" in rest


def test_other_languages_and_short_bodies_have_none(remarks):
    assert not list(remarks(PYTHON, "markdown", "seed"))
    assert not list(remarks("def f():\n    # what is left is too short\n    pass\n", "python", "seed"))
