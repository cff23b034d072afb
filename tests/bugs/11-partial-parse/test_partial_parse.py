"""A syntax error is swallowed and the file counts as done, or one bad node loses the whole file.

Seen in semgrep/semgrep#11443, github/stack-graphs#428.
"""

from __future__ import annotations

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings

BROKEN = "def a():\n    return (1 +\ndef b():\n    return 2\nclass C:\n    def m(self):\n        return b()\n"


def test_what_parsed_is_there_and_the_file_is_partial(repo):
    root = repo({"a.py": BROKEN, "ok.py": "def fine():\n    pass\n"})
    built = pipeline.build(root, BuildSettings(embed=EmbedSettings(embedder="none")))
    graph = built.parts.graph
    symbols = {graph.symbol(i) for i in graph.nodes_of("a.py")}
    assert {"b", "C", "C.m"} <= symbols
    assert built.report.partial == ("a.py",)
    assert "ok.py" in built.report.complete
    said = built.report.diagnostics["a.py"]
    assert all(one.line > 0 and one.end_line >= one.line for one in said)
    assert "parse_errors" in graph.attributes(graph.file_node(graph.nodes_of("a.py").start))
