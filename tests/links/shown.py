"""How links are shown in tests: routes with what handles them, and links to tables, settings and variables.

An endpoint is shown as `METHOD /path -> handler`, with `?` behind a path that something unknown may stand before.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved

DOCUMENTS = {"sql", "yaml", "yml", "md"}


def endpoints(files):
    """Each route with what handles it, by path and line."""
    done = resolved({path: text.encode() for path, text in files.items()})
    assert not [one.failure for one in done.edges.values() if one.failure]
    shown = []
    for path, result in sorted(done.edges.items()):
        for symbol, node in result.made.items():
            handlers = [
                target[1] if target[0] == path else f"{target[0]}::{target[1]}"
                for kind, source, target, _ in edges(result)
                if kind == "references" and source == (path, symbol)
            ]
            unsure = "?" if "relative" in node.attributes else ""
            shown.append(f"{symbol}{unsure} -> {', '.join(handlers)}")
    return shown


def edges(result):
    return [(edge.kind, edge.source, edge.target, edge.line) for edge in result.edges]


def links(files, kind):
    """Each link to a table, a setting or a variable: `line source -> target`."""
    done = resolved({path: text.encode() for path, text in files.items()})
    assert not [one.failure for one in done.edges.values() if one.failure]
    return [
        f"{edge.line} {edge.source[1]} -> {edge.target[0]}::{edge.target[1]}"
        for path, result in sorted(done.edges.items())
        for edge in result.edges
        if edge.kind == kind and edge.evidence == "declared-key" and path.rpartition(".")[2] not in DOCUMENTS
    ]
