"""A heredoc's body is read as instructions, and stage names are missed.

Seen in camdencheek/tree-sitter-dockerfile#4, dprint/dprint#1083.
"""

from __future__ import annotations

from xray_graph.parse.documents import dockerfile

FILE = b"""\
ARG BASE=alpine:3
FROM ${BASE} AS Build
RUN <<EOT
FROM nope
EOT
FROM --platform=$P scratch
COPY --from=build /x /x
COPY --chown=1 --from=0 /y \\
  # a comment inside
  /y
FROM $OTHER
EXPOSE 80 443/tcp
"""


def test_stages_and_what_they_are_made_from():
    facts = dockerfile.extract(FILE)
    assert [(d.name, d.line, d.end_line, d.signature) for d in facts.declarations] == [
        ("Stage/Build", 2, 5, "FROM ${BASE} AS Build"),
        ("Stage/1", 6, 10, "FROM scratch"),
        ("Stage/2", 11, 12, "FROM $OTHER"),
    ]
    assert facts.declarations[2].attributes == ("port=80", "port=443/tcp")
    uses = [(r.kind, facts.strings[facts.expressions[r.expression][1]], r.line) for r in facts.references]
    assert uses == [
        ("image", "alpine:3", 2),
        ("stage", "Build", 7),
        ("stage", "Build", 8),
        ("image", "$OTHER", 11),
    ]
