"""Standard output of `xray graph mcp` carries protocol lines and nothing else, however it goes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.serve.running import ROOT, environment, run

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


@pytest.mark.parametrize("bad", ["missing.graph.gz", str(ROOT / "LICENSE"), str(ROOT / "tests")])
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


# What a library might do while a question is answered, and at import.
NOISE = """
import os, sys, warnings
print("import noise")
from xray_graph.route import Atlas
quiet = Atlas.maps
def loud(self):
    print("printed by a library")
    sys.stdout.write("half a line")
    sys.stderr.write("on its own channel")
    os.write(1, b"written to the descriptor")
    os.system("echo from a child")
    warnings.warn("careful")
    return quiet(self)
Atlas.maps = loud
from xray_graph.cli import main
main()
"""


def test_noise_of_any_kind_stays_off_the_wire(shop):
    done = subprocess.run(
        [sys.executable, "-c", NOISE.replace('print("import noise")', ""), "graph", "mcp", str(shop)],
        env=environment(),
        input=lines(*CONVERSATION),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    told = answers(done.stdout)  # each line of it is JSON
    assert sorted(told) == [1, 2, 3]
    for noise in (
        "printed by a library",
        "half a line",
        "written to the descriptor",
        "from a child",
        "careful",
    ):
        assert noise in done.stderr
