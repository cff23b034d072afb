"""YAML as it is written: trees with lines, scalars that stay text, and what cannot be read ends its document only."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import yaml_files, yaml_tree
from xray_graph.parse.documents.yaml_nodes import MAX_VISITED, Mapping, Scalar, Sequence, walk


def read(text):
    return yaml_tree.read(text)


def plain(node):
    """A tree as Python values, with the line of each scalar."""
    if isinstance(node, Scalar):
        return (node.text, node.line)
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.items()}


def texts(node):
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [texts(item) for item in node.items]
    return {key.text: texts(value) for key, value in node.items()}


def codes(stream):
    return [(one.code, one.line) for one in stream.diagnostics]


def test_everything_has_its_line():
    (document,) = read("# top\na:\n  - b: 1\n    c: |\n      x\n      y\n  - 2\nd: é\n").documents
    assert (document.line, document.end_line) == (2, 8)
    assert plain(document.root) == {"a": [{"b": ("1", 3), "c": ("x\ny\n", 4)}, ("2", 7)], "d": ("é", 8)}
    assert document.root.get("a").items[0].get("c").end_line == 6


def test_lines_are_those_of_the_file_whatever_else_ends_a_line():
    (document,) = read('a: "x\u2028y\x85z"\r\nb: 1\n\rc: 2\n').documents[:1]
    assert document.root.get("b").line == 2


@pytest.mark.parametrize("text", ["no", "0123", "22:22", "1.10", "~", "2024-01-01", "0x1F", "yes", "1e3"])
def test_scalars_stay_text(text):
    (document,) = read(f"key: {text}\n").documents
    assert document.root.text("key") == text


def test_tags_are_kept_and_nothing_is_constructed():
    (document,) = read("a: !Ref x\nb: !!python/object/apply:os.system ['true']\n").documents
    assert document.root.get("a").tag == "!Ref"
    assert texts(document.root) == {"a": "x", "b": ["true"]}


def test_a_key_twice_is_told_and_the_last_counts():
    stream = read("a: 1\nb: 2\na: 3\n")
    assert codes(stream) == [("duplicate-key", 3)]
    assert stream.documents[0].root.text("a") == "3"


def test_anchors_and_merge_keys():
    (document,) = read(
        "base: &base {image: a, port: 1}\nmore: &more {port: 2, user: me}\n"
        "one:\n  <<: *base\n  port: 3\ntwo:\n  <<: [*base, *more]\n"
    ).documents
    one, two = document.root.mapping("one"), document.root.mapping("two")
    assert (one.text("image"), one.text("port")) == ("a", "3")
    assert texts(two) == {"image": "a", "port": "1", "user": "me"}


def test_mappings_merged_into_each_other_end():
    (document,) = read(
        "a: &a {<<: [" + ", ".join(["*a"] * 50) + "], b: &b {<<: [*a, *b, *b], c: 1}}\n"
    ).documents
    inner = document.root.mapping("a", "b")
    assert [key.text for key, _ in inner.items()] == ["c", "b"]
    assert inner.text("missing") == ""


def test_an_alias_without_an_anchor_is_told():
    stream = read("a: *b\nc: 1\n")
    assert codes(stream) == [("yaml-alias", 1)]
    assert texts(stream.documents[0].root) == {"a": "*b", "c": "1"}


def test_what_cannot_be_read_ends_its_document_only():
    stream = read("a: 1\n---\nb: 2\nc: [\n---\nd: 4\n--- x: : y\n---\ne: 5\n")
    assert [texts(d.root) for d in stream.documents if isinstance(d.root, Mapping)] == [
        {"a": "1"},
        {"b": "2", "c": []},
        {"d": "4"},
        {"e": "5"},
    ]
    assert [code for code, _ in codes(stream)] == ["parse-error", "parse-error"]


def test_characters_that_are_no_yaml_cost_nothing_else():
    stream = read("a: x\x01y\nb: \ud800z\n")
    assert texts(stream.documents[0].root) == {"a": "x�y", "b": "�z"}


def test_an_alias_bomb_takes_no_memory_and_a_walk_ends():
    names = "abcdefghi"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in itertools.pairwise(names)]
    (document,) = read("\n".join(lines)).documents
    assert sum(1 for _ in walk(document.root)) == MAX_VISITED


def test_a_circle_is_walked_to_its_bound():
    (document,) = read("a: &a [*a, 1]\n").documents
    assert sum(1 for _ in walk(document.root)) == MAX_VISITED
    wide = "kind: Pod\napiVersion: v1\nspec: &a [" + ", ".join(["*a"] * 50_000) + "]\n"
    assert yaml_files.extract(wide.encode()).declarations[0].name == "Pod"
    bomb = "kind: Pod\napiVersion: v1\nspec: &a {containers: [*a, {image: x}]}\n"
    assert yaml_files.extract(bomb.encode()).declarations[0].name == "Pod"


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "- " * 100_000, "a: {" * 50_000, "\n".join(" " * i + "a:" for i in range(3000))]
)
def test_deep_nesting_is_told_not_followed(text):
    assert [code for code, _ in codes(read(text))][:1] == ["parse-error"]


def test_a_huge_file_is_refused_in_words():
    facts = yaml_files.extract(b"kind: Pod\n" + b"# filler\n" * (yaml_files.MAX_BYTES // 8))
    assert [d.code for d in facts.diagnostics] == ["too-large"]
    assert not facts.declarations


def test_data_is_not_looked_at_twice():
    facts = yaml_files.extract(b"- {id: 1, name: x}\n" * 100)
    assert not facts.declarations
    assert not facts.references


@given(st.text(alphabet=st.sampled_from("ab:- \n#&*!|>'\"[]{},%@`\t~<\r\x85é0"), max_size=120))
def test_no_text_raises(text):
    stream = read(text)
    for document in stream.documents:
        assert 1 <= document.line <= document.end_line <= text.count("\n") + 1
    facts = yaml_files.extract(text.encode())
    assert all(0 <= d.start <= d.end <= len(text.encode()) for d in facts.declarations)
