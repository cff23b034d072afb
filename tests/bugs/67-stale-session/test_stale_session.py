"""After a restart, a client with an old session id is refused for ever.

Class: https://github.com/modelcontextprotocol/python-sdk/issues/1727,
https://github.com/modelcontextprotocol/python-sdk/issues/3556
Input: initialise, restart the server, call again with the old `Mcp-Session-Id`.
Expected: 404, upon which clients begin anew, and beginning anew is answered. The server keeps no sessions and
hands out no id, so a client of ours never comes to hold one; in the versions without sessions the header
means nothing.
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
@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", None])
def test_an_old_session_id_is_told_to_begin_anew(tmp_path, session, version):
    path = build(FILES, tmp_path)
    call = {"id": 2, "method": "tools/call", "params": {"name": "list_maps", "arguments": {}}}
    headers = {"MCP_Protocol_Version": version} if version else {}
    with serving(str(path)) as first:
        opened = post(first, {"id": 1, "method": "initialize", "params": CLIENT})
        assert opened.status == 200
        assert "mcp-session-id" not in opened.headers
        assert first.stop() == 0
    with serving(str(path)) as second:
        gone = post(second, call, Mcp_Session_Id=session, **headers)
        assert (gone.status, gone.json["id"]) == (404, None)
        assert gone.json["error"]["code"] < 0
        assert post(second, {"id": 1, "method": "initialize", "params": CLIENT}).status == 200
        answer = post(second, call, **headers)
    assert answer.status == 200
    assert answer.json["result"]["structuredContent"]["maps"][0]["label"] == "shop"
