"""MCP over standard input and output, for a client that starts us as its child.

Standard output carries protocol bytes and nothing else, from the first line of `claim_stdout` to the
end of the process, whatever a library prints and however we end: descriptor 1 is pointed at standard
error at once, and only the transport gets the real one. Called by `xray graph mcp`.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable

from xray_graph.serve.desk import Desk


def claim_stdout() -> int:
    """Point descriptor 1 at standard error; a descriptor of what it was, for `serve`."""
    sys.stdout.flush()
    wire = os.dup(1)
    os.dup2(2, 1)
    return wire


def serve(desk: Desk, wire: int, ready: Callable[[], None]) -> None:
    """Speak MCP on descriptor 0 and `wire` until the client closes its end.

    `ready` is called once the transport holds the descriptors: what it starts may print.
    """
    asyncio.run(_serve(desk, wire, ready))


async def _serve(desk: Desk, wire: int, ready: Callable[[], None]) -> None:
    from mcp.server.stdio import stdio_server

    from xray_graph.serve.mcp_server import build_server

    server = build_server(desk)
    # The transport takes descriptor 1 itself, so it is handed back for that moment, and nothing runs
    # beside us yet. It leaves 1 at standard error as long as it lasts, and gives it back at its end.
    sys.stdout.flush()
    os.dup2(wire, 1)
    try:
        async with stdio_server() as (incoming, outgoing):
            sys.stdout = sys.stderr
            ready()
            await server.run(incoming, outgoing, server.create_initialization_options())
    finally:
        os.dup2(2, 1)
        desk.close()
