"""Whatever decides a file's facts must show in the version that cache keys are made of."""

from __future__ import annotations

import shutil

import pytest

from xray_graph.parse import versions


@pytest.fixture
def own_grammars(tmp_path, monkeypatch):
    """A copy of the grammars' data that a test may change."""
    copy = shutil.copytree(versions.grammars(), tmp_path / "grammars")
    monkeypatch.setattr(versions, "grammars", lambda: copy)
    return copy


def version():
    versions.facts_version.cache_clear()
    try:
        return versions.facts_version()
    finally:
        versions.facts_version.cache_clear()


def test_the_version_is_stable(own_grammars):
    assert version() == version()


def test_a_changed_query_is_another_version(own_grammars):
    before = version()
    with (own_grammars / "go" / "facts.scm").open("a") as query:
        query.write("\n; a comment\n")
    assert version() != before


def test_a_new_grammar_is_another_version(own_grammars):
    before = version()
    shutil.copytree(own_grammars / "go", own_grammars / "gone")
    assert version() != before


def test_the_releases_of_the_parsers_are_known():
    assert "markdown_it_py-" in versions._release("markdown_it")
    assert "msgspec-" in versions._release("msgspec")
    assert versions._release("no_such_library") == ""


def test_languages_are_told_apart():
    assert versions.is_code("go")
    assert not versions.is_code("markdown")
    assert versions.is_readable("markdown")
    assert not versions.is_readable("")
    assert not versions.is_readable("nim")
