"""Go templates: what is masked, where things stay, and what never closes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import helm, templates, yaml_files, yaml_tree
from xray_graph.parse.documents.templates import FILLER, GONE


def shown(text):
    return templates.mask(text).text.replace(FILLER, "█").replace(GONE, "_")


def test_values_are_filled_and_control_is_blank():
    assert shown("name: {{ .Values.n }}\n{{- if .x }}\nspec: 1\n{{- end }}\n") == (
        "name: ███████████████\n            \nspec: 1\n          \n"
    )


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ('a: {{ "}}" }}x', "a: ██████████x"),
        ("a: {{/* }} */}}", "a:             "),
        ("a: {{`}}`}}", "a: ████████"),
        ("{{ $k }}: {{ $v }}", "████████: ████████"),
        ("{{ $x := 1 }}a: 1", "_____________a: 1"),
        ("a: {{ if b }}c{{ else }}d{{ end }}", "a: ██████████c██████████d         "),
        ("a: {{ toYaml .b | nindent 4 }}", "a:                            "),
        ("{{ if a }}b: 1{{ end }}", "__________b: 1         "),
        ("# {{ use\na: {{ b }}", "# {{ use\na: ███████"),
        ("a: {{ b\n  | c }}\nd: 1", "a:     \n        \nd: 1"),
        ("{{ if s }} data: {{ else }} text: {{ end }}", "__________ data:                           "),
    ],
)
def test_each_form(text, masked):
    assert shown(text) == masked


def test_an_action_that_never_closes_ends_with_its_line_and_is_told():
    masked = templates.mask("a: 1\nb: {{ c\nd: {{ e }}\n")
    assert masked.unclosed == (8,)
    assert masked.text.replace(FILLER, "█") == "a: 1\nb: ████\nd: ███████\n"
    facts = yaml_files.extract(b"kind: Pod\napiVersion: v1\nmetadata: {name: x}\nspec: {{ oh\nmore: 1\n")
    assert [(d.code, d.line) for d in facts.diagnostics] == [("template-unclosed", 4)]
    assert [d.name for d in facts.declarations] == ["Pod/x"]


@given(st.text(alphabet=st.sampled_from("{}-\"`'/* \na:#|"), max_size=80))
def test_masking_keeps_every_position(text):
    masked = templates.mask(text)
    assert len(masked.text) == len(text)
    assert [i for i, c in enumerate(masked.text) if c == "\n"] == [i for i, c in enumerate(text) if c == "\n"]
    assert templates.settled(masked.text)[0].count("\n") == text.count("\n")
    yaml_files.extract(text.encode())


def test_long_lines_of_actions_are_linear():
    for text in ("{{ a }} " * 20_000, "{{ end }}" * 20_000, "{{" * 50_000, '{{ "' * 20_000):
        assert len(templates.mask(text).text) == len(text)


TEMPLATE = """\
{{- if .Values.on }}
apiVersion: v1
kind: Service
metadata:
  name: {{ include "a.name" . }}-web
  annotations:
    {{ if .Values.role }}role: {{ .Values.role }}{{ end }}
    other: x
  labels: {{- include "a.labels" . | nindent 4 }}
    part: web
data:
  conf: |
{{- if .Values.conf }}
    on: {{ .Values.conf }}
{{- end }}
  {{- if .Values.more }}
  more: 1
  {{- else }}
    {}
  {{- end }}
{{- end }}
"""


def test_a_template_is_read_as_what_it_was():
    stream = yaml_tree.read(templates.mask(TEMPLATE).text, TEMPLATE)
    assert not stream.diagnostics
    (document,) = stream.documents
    root = document.root
    assert (document.line, root.text("kind")) == (2, "Service")
    assert root.text("metadata", "name") == '{{ include "a.name" . }}-web'
    assert root.text("metadata", "annotations", "role") == "{{ .Values.role }}"
    assert root.text("metadata", "annotations", "other") == "x"
    assert root.text("data", "more") == "1"


def test_both_arms_of_a_condition_are_there():
    text = "kind: Pod\napiVersion: v1\nspec:\n{{ if a }}\n  serviceAccountName: x\n{{ else }}\n  serviceAccountName: y\n{{ end }}\n"
    facts = yaml_files.extract(text.encode())
    names = [facts.strings[facts.expressions[r.expression][1]] for r in facts.references]
    assert names == ["x", "y"]
    assert not facts.diagnostics


HELPERS = """\
{{/*
The name of it all.
*/}}
{{- define "shop.name" -}}
{{- if .Values.name }}{{ .Values.name }}{{ else }}{{ .Chart.Name }}{{ end }}
{{- end }}
{{ define "shop.labels" }}
app: {{ include "shop.name" . }}
{{ end }}
"""


def test_named_templates_are_declared_with_what_they_use():
    facts = helm.extract(HELPERS.encode())
    assert [(d.kind, d.name, d.line, d.end_line, d.doc) for d in facts.declarations] == [
        ("macro", "shop.name", 4, 6, "The name of it all."),
        ("macro", "shop.labels", 7, 9, ""),
    ]
    uses = [
        (r.kind, facts.strings[facts.expressions[r.expression][1]], r.line, facts.scopes[r.scope].declaration)
        for r in facts.references
    ]
    assert uses == [("value", "name", 5, 0), ("include", "shop.name", 8, 1)]


def test_a_template_of_another_engine_says_nothing():
    facts = helm.extract(b"<p>{$name}</p>")
    assert not facts.declarations
    assert not facts.diagnostics
