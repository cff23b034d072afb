"""After a restart, a client with an old session id is refused for ever.

Class: https://github.com/modelcontextprotocol/python-sdk/issues/1727,
https://github.com/modelcontextprotocol/python-sdk/issues/3556
Input: initialise, restart the server, call again with the old `Mcp-Session-Id`.
Expected: answered. The server keeps no sessions, so there is nothing that a restart could lose; it
hands out no session id, and one that a client made up or kept from elsewhere changes nothing.
"""

from __future__ import annotations

import json

import pytest

from tests.serve.running import serving
from tests.serve.shop import FILES, build

CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


def post(server, message, **headers):
    return server.ask(
        "/mcp",
        method="POST",
        body=json.dumps({"jsonrpc": "2.0", **message}).encode(),
        Content_Type="application/json",
        Accept="application/json, text/event-stream",
        **headers,
    )


@pytest.mark.parametrize("session", ["0123456789abcdef0123456789abcdef", "x" * 4000])
def test_an_old_session_id_is_no_obstacle(tmp_path, session):
    path = build(FILES, tmp_path)
    call = {"id": 2, "method": "tools/call", "params": {"name": "list_maps", "arguments": {}}}
    with serving(str(path)) as first:
        opened = post(first, {"id": 1, "method": "initialize", "params": CLIENT})
        assert opened.status == 200
        assert "mcp-session-id" not in opened.headers
        assert first.stop() == 0
    with serving(str(path)) as second:
        answer = post(second, call, Mcp_Session_Id=session, MCP_Protocol_Version="2025-11-25")
    assert answer.status == 200
    assert answer.json["result"]["structuredContent"]["maps"][0]["label"] == "shop"
