"""`xray graph node`: the tool get_graph_node on files, on a server, or on the map of where one stands."""

from __future__ import annotations

from typing import Any

from xray_graph.cli.ask import command_for
from xray_graph.serve import text


def _with_body(reply: Any) -> str:
    """The node in short, then its text."""
    short = text.node(reply)
    if reply.node is None or not reply.node.body:
        return short
    body = reply.node.body.rstrip("\n")
    return f"{short}\n\n{body}" + ("\n… (cut)" if reply.node.truncated else "")


command = command_for("get_graph_node", _with_body)
