"""Standard output of `xray graph mcp` carries protocol lines and nothing else, however it goes."""

from __future__ import annotations

import json

import pytest

from tests.serve.running import ROOT, run

CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
CONVERSATION = [
    {"id": 1, "method": "initialize", "params": CLIENT},
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
    {"id": 3, "method": "tools/call", "params": {"name": "list_maps", "arguments": {}}},
]


def lines(*messages):
    return "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)


def answers(stdout):
    return {message["id"]: message for message in map(json.loads, stdout.splitlines())}


def test_a_conversation(shop):
    done = run("mcp", str(shop), stdin=lines(*CONVERSATION))
    assert done.returncode == 0
    assert done.stderr == ""
    told = answers(done.stdout)
    assert told[1]["result"]["serverInfo"]["name"] == "xray-graph"
    assert told[3]["result"]["structuredContent"]["maps"][0]["label"] == "shop"


def test_it_ends_when_the_client_does(shop):
    done = run("mcp", str(shop))
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("bad", ["missing.graph.gz", str(ROOT / "LICENSE")])
def test_a_failure_says_nothing_on_standard_output(bad):
    done = run("mcp", bad, stdin=lines(*CONVERSATION))
    assert done.returncode in {1, 4}
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_lines_that_are_no_protocol_do_not_end_it(shop):
    done = run("mcp", str(shop), stdin="hello\n{}\n\n" + lines(*CONVERSATION))
    assert done.returncode == 0
    assert answers(done.stdout)[3]["result"]["structuredContent"]["maps"]
    assert "no message of MCP" in done.stderr
