"""Documents that are not what they are called, or are made to cost: each is told, ends, and costs no other."""

from __future__ import annotations

import itertools

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.parse.documents import helm, sql, yaml_files

GOOD = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{image: nginx}]}\n"


def bomb():
    rows = [
        "apiVersion: v1",
        "kind: Pod",
        "metadata: {name: bomb}",
        "spec:",
        "  a: &a [x, x, x, x, x, x, x, x, x]",
    ]
    rows += [f"  {b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in itertools.pairwise("abcdefghi")]
    return "\n".join([*rows, "  containers: *i"]) + "\n"


@pytest.mark.parametrize(
    "text",
    [
        "kind: 5\n",
        "kind: Pod\n",
        "apiVersion: v1\nkind: {a: b}\n",
        "apiVersion: v1\nkind: ''\n",
        "- kind: Pod\n",
        "kind: Pod\napiVersion: [1]\n",
        "just text\n",
        "\x00\x01",
    ],
)
def test_a_manifest_that_is_none_declares_nothing(text):
    assert not yaml_files.extract(text.encode()).declarations


@pytest.mark.parametrize(
    "text",
    [
        "apiVersion: v1\nkind: List\nitems: {a: 1}\n",
        "apiVersion: v1\nkind: Pod\nmetadata: text\nspec: [1, [2, {containers: 3}]]\n",
        "apiVersion: v1\nkind: Service\nspec: {selector: [a], ports: {b: c}}\n",
        "apiVersion: networking.k8s.io/v1\nkind: Ingress\nspec: {rules: x, backend: [y]}\n",
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nsubjects: 1\nroleRef: []\n",
    ],
)
def test_a_manifest_of_another_shape_refers_to_nothing(text):
    facts = yaml_files.extract(text.encode())
    assert len(facts.declarations) <= 1
    assert not facts.references


def test_one_bad_file_costs_no_other(repo):
    files = {
        "good.yaml": GOOD,
        "bomb.yaml": bomb(),
        "open.yaml": GOOD.replace("web", "{{ .Values.name") + "---\n" + GOOD,
        "half.yaml": GOOD + "---\na: [\n---\n" + GOOD.replace("web", "more"),
        "large.yaml": GOOD + "# filler of a line\n" * 2_800_000,
        "none.yaml": "kind: [\n",
    }
    root = repo(files)
    built = pipeline.build(root, BuildSettings(embed=EmbedSettings(embedder="none")))
    graph = built.parts.graph
    named = {path: [graph.symbol(i) for i in graph.nodes_of(path) if graph.symbol(i)] for path in files}
    assert named["good.yaml"] == ["Pod/web"]
    assert named["bomb.yaml"] == ["Pod/bomb"]
    assert "Pod/web" in named["open.yaml"]
    assert named["half.yaml"] == ["Pod/web", "Pod/more"]
    assert named["none.yaml"] == []
    assert {"open.yaml", "half.yaml", "none.yaml"} <= set(built.report.partial)
    assert built.report.skipped["large.yaml"].reason == "too-large"
    assert graph.lint() == []


def test_a_huge_document_is_refused_in_words():
    facts = yaml_files.extract(b"kind: Pod\n" + b"# filler of a line\n" * 2_800_000)
    assert [d.code for d in facts.diagnostics] == ["too-large"]


@pytest.mark.parametrize("open_", ["{{ x", "{{ `x", '{{ "x', "{{/* x", "{{- if .Values.x"])
def test_templates_that_never_close_are_told_a_few_times(open_):
    facts = yaml_files.extract(f"apiVersion: v1\nkind: Pod\na: {open_}\n".encode() * 2000)
    told = [d for d in facts.diagnostics if d.code == "template-unclosed"]
    assert len(told) == helm.MAX_TOLD
    assert told[0].line == 3


def test_many_templates_and_copies_are_read_in_one_pass():
    text = '{{ define "a" }}\n{{ include "b" . }}\n{{ end }}\n' * 20_000
    facts = helm.extract(text.encode())
    assert len(facts.declarations) == len(facts.references) == 20_000
    assert not sql.extract(b"COPY t FROM stdin;\n" * 20_000).declarations
