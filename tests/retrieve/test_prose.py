"""Questions on releases have the changelog first, how to do a thing has the guide; a task is neither."""

from __future__ import annotations

import pytest

from tests.retrieve.market import FILES
from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings
from xray_graph.lexicon import read_question
from xray_graph.retrieve import prose, search
from xray_graph.snapshot import Map

CHANGES = """# Changes

## Version 2.10.0

- Refunds are granted by day.

## [2.1.1] - 2024-03-01

- A cart is full at fifty items.

## 2.1.0

- Support for coupons is dropped.
"""


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    files = {**FILES, "CHANGES.md": CHANGES, "docs/rates.md": "# Rates\n\n## Version 2.1.0\n\nOf the tax.\n"}
    root = testing.write(tmp_path_factory.mktemp("made") / "market", files)
    return Map.of(pipeline.build(root, BuildSettings(name="market")).parts)


@pytest.mark.parametrize(
    ("question", "headings"),
    [
        ("what changed in 2.1?", ["[2.1.1] - 2024-03-01", "2.1.0"]),
        ("what is new in v2.10.0", ["Version 2.10.0"]),
        ("release notes of 2.1.1", ["[2.1.1] - 2024-03-01"]),
        ("fix the changelog entry for 2.1.0", ["2.1.0"]),
        ("fix the crash since version 2.1.0", []),  # a task on code
        ("what changed in 2", []),
        ("what changed in 9.9", []),
        ("what changed", []),
        ("where is 2.1 parsed", []),
    ],
)
def test_the_sections_of_a_version(released, questions, question, headings):
    graph = released.graph
    found = prose.sections(graph, read_question(question))
    assert [graph.signature(i) for i in found] == headings
    first = search(released, question, questions=questions).results[: len(headings)]
    assert sorted(one.signature for one in first) == sorted(headings)
    assert all(one.path == "CHANGES.md" for one in first)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("when was Python 3.7 dropped?", {"changelog"}),
        ("in which version were coupons removed", {"changelog"}),
        ("what's new", {"changelog"}),
        ("what happens when a cart is full", set()),
        ("when is a refund granted", set()),
        ("what version of the file is read", set()),
        ("fix what changed", set()),
        ("how to open a stall", {"guide"}),
        ("How do I open a stall?", {"guide"}),
        ("how do stalls open", set()),
        ("fix how to open a stall", set()),
    ],
)
def test_what_a_question_asks_for_without_the_word(question, words):
    assert prose.words_for(read_question(question)) == words


def test_a_guide_is_found_by_how_to(tmp_path, questions):
    files = {
        "trade.py": "def open_stall(name):\n    return Stall(name).open()\n",
        "docs/stalls.md": "# Stalls\n\nTo open a stall, ask the market for a place, then hang up the sign.\n",
    }
    root = testing.write(tmp_path / "market", files)
    opened = Map.of(pipeline.build(root, BuildSettings(name="market")).parts)
    first = {
        asked: search(opened, asked, questions=questions).results[0].path
        for asked in ("open a stall", "how do I open a stall at the market")
    }
    assert list(first.values()) == ["trade.py", "docs/stalls.md"]


def test_how_to_keeps_what_else_the_question_names(tmp_path, questions):
    job = "jobs:\n  publish-release:\n    runs-on: ubuntu-latest\n    steps:\n      - run: make release\n"
    files = {
        "release.py": "def run_release(version):\n    return publish(version)\n",
        "docs/guide.md": "# Shop\n\n## Release\n\nRun the release script.\n",
        ".github/workflows/release.yml": "name: release\non: push\n" + job,
    }
    root = testing.write(tmp_path / "shop", files)
    opened = Map.of(pipeline.build(root, BuildSettings(name="shop")).parts)
    reply = search(opened, "how do I run the release workflow?", questions=questions)
    assert reply.results[0].path == ".github/workflows/release.yml"


def test_a_changelog_is_found_by_when(released, questions):
    reply = search(released, "when were coupons dropped?", questions=questions)
    assert reply.results[0].path == "CHANGES.md"


def test_of_one_name_what_most_refer_to_comes_first_and_tests_last(tmp_path, questions):
    files = {
        "a.py": "class Cart:\n    pass\n",
        "b.py": "class Cart:\n    pass\n\n\ndef one():\n    return Cart()\n\n\ndef two():\n    return Cart()\n",
        "tests/test_cart.py": "class Cart:\n    pass\n\n\n"
        + "\n\n".join(f"def test_{k}():\n    Cart()\n" for k in range(5)),
    }
    root = testing.write(tmp_path / "shop", files)
    map_ = Map.of(pipeline.build(root, BuildSettings(name="shop")).parts)
    found = search(map_, "Cart", questions=questions).results[:3]
    assert [one.path for one in found] == ["b.py", "a.py", "tests/test_cart.py"]
