"""Noise on standard output breaks the stdio protocol: banners, prints of libraries, errors on the way.

Class: https://github.com/microsoft/azure-devops-mcp/issues/147,
https://github.com/justrach/codedb/issues/304
Input: `xray graph mcp` with a bad path, with libraries that print, warn and write to descriptor 1, and
with a build (which shows progress) running beside it.
Expected: standard output holds protocol lines only, on success and on failure.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.serve.running import PROGRAM, environment, run
from tests.serve.shop import FILES, build

CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
CONVERSATION = "".join(
    json.dumps({"jsonrpc": "2.0", **message}) + "\n"
    for message in (
        {"id": 1, "method": "initialize", "params": CLIENT},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "list_maps", "arguments": {}}},
    )
)

NOISY = """
import os, sys, warnings
from xray_graph.route import Atlas
quiet = Atlas.maps
def loud(self, **page):
    print("printed by a library")
    sys.stdout.write("half a line")
    os.write(1, b"written to the descriptor")
    os.system("echo from a child")
    warnings.warn("careful")
    return quiet(self, **page)
Atlas.maps = loud
from xray_graph.cli import main
main()
"""
NOISES = ("printed by a library", "half a line", "written to the descriptor", "from a child", "careful")


@pytest.fixture
def shop(tmp_path):
    return build(FILES, tmp_path)


def test_noise_of_libraries_and_children_goes_to_standard_error(shop):
    done = subprocess.run(
        [sys.executable, "-c", NOISY, "graph", "mcp", str(shop)],
        env=environment(),
        input=CONVERSATION,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    for noise in NOISES:
        assert noise in done.stderr


def test_a_build_beside_it_shows_its_progress_on_standard_error(repo):
    root = repo({"a.py": "def f():\n    return 1\n"})
    with subprocess.Popen(
        [*PROGRAM, "mcp", str(root)],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        shown = [child.stderr.readline()]
        while "embed" not in shown[-1]:  # the last stage
            shown.append(child.stderr.readline())
            assert shown[-1], shown
        told, _ = child.communicate(CONVERSATION, timeout=60)
    assert "walk" in shown[0]
    assert child.returncode == 0
    assert [json.loads(line)["id"] for line in told.splitlines()] == [1, 2]


@pytest.mark.parametrize("bad", ["missing.graph.gz", "--nonsense"])
def test_a_failure_is_told_on_standard_error(bad):
    done = run("mcp", bad, stdin=CONVERSATION)
    assert done.returncode in {1, 2}
    assert done.stdout == ""
    assert done.stderr


def test_a_damaged_map_is_told_on_standard_error(shop):
    shop.write_bytes(shop.read_bytes()[:200])
    done = run("mcp", str(shop), stdin=CONVERSATION)
    assert done.returncode == 4
    assert done.stdout == ""
    assert str(shop) in done.stderr
