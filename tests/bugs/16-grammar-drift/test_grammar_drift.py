"""An ABI mismatch, or a node name that the grammar lost, disables a language in silence.

Seen in semgrep/ocaml-tree-sitter-core#128, Aider-AI/aider#4518, tree-sitter/py-tree-sitter#72.
"""

from __future__ import annotations

import shutil

import pytest

from xray_graph.parse import grammar


@pytest.fixture
def grammars(tmp_path, monkeypatch):
    """A copy of Go's grammar data that a test may spoil."""
    shutil.copytree(grammar.folder() / "go", tmp_path / "go")
    monkeypatch.setattr(grammar, "folder", lambda: tmp_path)
    grammar.load.cache_clear()
    yield tmp_path / "go"
    grammar.load.cache_clear()


def test_every_grammar_fits_what_is_installed():
    for language in grammar.languages():
        assert grammar.load(language).roles


def test_a_node_kind_that_is_gone_is_named(grammars):
    (grammars / "facts.scm").write_text("(no_such_node) @call\n")
    with pytest.raises(grammar.GrammarError, match="no_such_node") as caught:
        grammar.load("go")
    assert "go" in caught.value.where


def test_a_table_that_names_an_unknown_kind_or_field_is_refused(grammars):
    for line in (
        '[expressions]\nno_such_node = "NAME"\n',
        '[expressions]\nidentifier = "MEMBER .no_such_field"\n',
    ):
        (grammars / "grammar.toml").write_text('grammar = "go"\n' + line)
        with pytest.raises(grammar.GrammarError, match="no_such"):
            grammar.load("go")


def test_a_language_without_an_installed_grammar_is_named(grammars):
    (grammars / "grammar.toml").write_text('grammar = "no-such-language"\n')
    with pytest.raises(grammar.GrammarError, match="no-such-language"):
        grammar.load("go")
