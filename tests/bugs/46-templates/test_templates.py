"""A Helm template is no YAML and is lost whole; or a plain manifest is skipped for a `{{` in its comment.

Seen in ikatyang/tree-sitter-yaml#36, bridgecrewio/checkov#2660.
"""

from __future__ import annotations

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings

TEMPLATE = """\
apiVersion: v1
kind: Service
metadata:
  name: {{ .Values.n }}
{{- if .Values.x }}
spec: {a: 1}
{{- end }}
"""
PLAIN = """\
# Use {{ as in any template
apiVersion: v1
kind: ConfigMap
metadata:
  name: rules
data:
  text: "{{ $value }} is too much"
---
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - image: nginx:1
"""


def test_a_template_and_a_plain_manifest_are_both_whole(repo):
    root = repo(
        {
            "chart/Chart.yaml": "name: shop\nversion: 1.0.0\n",
            "chart/values.yaml": "n: web\nx: true\n",
            "chart/templates/web.yaml": TEMPLATE,
            "plain.yaml": PLAIN,
        }
    )
    built = pipeline.build(root, BuildSettings(embed=EmbedSettings(embedder="none")))
    graph = built.parts.graph
    assert built.report.partial == ()
    (service,) = [i for i in graph.nodes_of("chart/templates/web.yaml") if graph.kind(i) == "manifest"]
    node = graph.node(service)
    assert node.symbol == "Service/{{ .Values.n }}"
    assert "name=web" in node.attributes
    data = built.parts.sources[node.path]
    assert data[node.start_byte : node.end_byte].startswith(b"apiVersion: v1\nkind: Service")
    reads = [e for e in graph.iter_edges() if e.kind == "reads"]
    assert [(e.line, e.target[1]) for e in reads] == [(4, "n"), (5, "x")]
    assert [graph.symbol(i) for i in graph.nodes_of("plain.yaml")] == ["", "ConfigMap/rules", "Pod/web"]
    images = [(e.source[1], e.line, e.target) for e in graph.iter_edges() if e.kind == "references"]
    assert images == [("Pod/web", 15, ("outside/", "Image/nginx:1"))]
    assert graph.lint() == []
