"""A server from its start to its end, as `serve` and `serve-snapshots` run it: bind, tell, answer, close."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from xray_graph.cli import output
from xray_graph.cli.access import Access

_NAMED: Final = 10  # maps that are named when a server starts

if TYPE_CHECKING:
    from xray_graph.serve.household import Household
    from xray_graph.serve.transport import Server


def run(
    house: Household,
    access: Access,
    *,
    as_json: bool,
    start: Callable[[Server], None],
    close: Callable[[], None],
    rescan: Callable[[], object] | None = None,
) -> None:
    """Answer until a signal comes.

    `start` is called when requests are answered, `close` at the end in any case, and `rescan` on SIGHUP.

    Raises:
        ServerError: the port is in use.
        UsageError: the files for TLS cannot be used.
    """
    from xray_graph.serve import listen

    with listen.bind(access.address) as listener:
        url = f"{access.scheme}://{listen.bound(listener)}"

        def ready() -> None:
            value: dict[str, Any] = {"url": url, "mcp": f"{url}/mcp", "maps": house.atlas.catalog.labels()}
            start(server)
            output.result(value, as_json=as_json, text=lambda: f"serving {_some(value['maps'])} on {url}")

        from xray_graph.serve.app import build_app
        from xray_graph.serve.transport import Server

        server = Server(build_app(house, access.policy, rescan), ready, tls=access.tls, hangup=rescan)
        try:
            asyncio.run(server.serve(sockets=[listener]))
        finally:
            close()


def _some(labels: Sequence[str]) -> str:
    return ", ".join(labels) if 0 < len(labels) <= _NAMED else f"{len(labels)} maps"
