"""The files of MCP clients: our entry in, up to date, out; nothing else in them changes."""

from __future__ import annotations

import asyncio
import json
import stat
import sys
import tomllib

import mcp
import pytest
from mcp.client.stdio import StdioServerParameters

from tests.serve.running import ROOT, environment
from xray_graph.cli import run
from xray_graph.cli.install import CLIENTS as NAMES
from xray_graph.errors import UsageError
from xray_graph.serve.client_config import ASIDE, CLIENTS, NAME, entry_for, put

COMMAND = [sys.executable, "-m", "xray_graph.cli"]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "codex"))


def entries(client, root):
    text = CLIENTS[client].file(root).read_text()
    values = tomllib.loads(text) if client == "codex" else json.loads(text)
    return values[CLIENTS[client].table]


def test_the_command_offers_every_client():
    assert set(NAMES) == set(CLIENTS)


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("server", ["", "http://127.0.0.1:8084/"])
def test_in_again_and_out(client, server, tmp_path):
    entry = entry_for(client, tmp_path, COMMAND, server)
    file, state = put(client, tmp_path, entry)
    assert (file, state) == (CLIENTS[client].file(tmp_path), "installed")
    assert entries(client, tmp_path) == {NAME: entry}
    assert put(client, tmp_path, entry)[1] == "unchanged"
    other = entry_for(client, tmp_path, ["/elsewhere/xray"])
    assert put(client, tmp_path, other)[1] == "changed"
    assert entries(client, tmp_path) == {NAME: other}
    assert put(client, tmp_path, None)[1] == "removed"
    assert put(client, tmp_path, None)[1] == "absent"
    assert not file.exists()


@pytest.mark.parametrize("client", ["claude", "cursor", "vscode"])
def test_what_else_is_in_the_file_stays(client, tmp_path):
    file = CLIENTS[client].file(tmp_path)
    file.parent.mkdir(exist_ok=True)
    there = {"inputs": [1], CLIENTS[client].table: {"other": {"url": "http://é"}}}
    text = json.dumps(there, indent=2, ensure_ascii=False) + "\n"
    file.write_text(text)
    file.chmod(0o600)
    put(client, tmp_path, entry_for(client, tmp_path, COMMAND))
    assert set(entries(client, tmp_path)) == {"other", NAME}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.with_name(file.name + ASIDE).read_text() == text
    put(client, tmp_path, None)
    assert file.read_text() == text


def test_what_else_is_in_a_toml_file_stays(tmp_path):
    file = CLIENTS["codex"].file(tmp_path)
    file.parent.mkdir()
    text = '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "y"  # z\n'
    file.write_text(text)
    entry = entry_for("codex", tmp_path, COMMAND)
    put("codex", tmp_path, entry)
    file.write_text(file.read_text() + "\n[after]\na = 1\n")
    put("codex", tmp_path, entry_for("codex", tmp_path, ["/it's/xray"]))
    assert set(entries("codex", tmp_path)) == {"other", NAME}
    assert tomllib.loads(file.read_text())["after"] == {"a": 1}
    put("codex", tmp_path, None)
    assert tomllib.loads(file.read_text()) == {**tomllib.loads(text), "after": {"a": 1}}
    assert file.read_text().startswith(text)


@pytest.mark.parametrize(
    ("client", "text"),
    [("vscode", "{ // a comment\n}"), ("claude", "[]"), ("claude", '{"mcpServers": []}'), ("codex", "= x"),
     ("codex", 'mcp_servers = { xray-graph = { command = "x" } }\n')],
)  # fmt: skip
def test_a_file_that_cannot_be_read_back_is_not_touched(client, text, tmp_path):
    file = CLIENTS[client].file(tmp_path)
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        put(client, tmp_path, entry_for(client, tmp_path, COMMAND))
    assert caught.value.where == str(file)
    assert file.read_text() == text


@pytest.mark.parametrize("client", CLIENTS)
def test_a_token_is_named_and_never_written(client, tmp_path, monkeypatch):
    monkeypatch.setenv("XRAY_GRAPH_TOKEN", "s3cret-s3cret")
    file, _ = put(client, tmp_path, entry_for(client, tmp_path, COMMAND, "https://maps.example"))
    assert "s3cret" not in file.read_text()
    assert "XRAY_GRAPH_TOKEN" in file.read_text()
    assert "https://maps.example/mcp" in file.read_text()


def test_what_is_installed_works(repo):
    root = repo({"a.py": "def f():\n    return 1\n"})
    entry = entry_for("claude", root, COMMAND)
    child = StdioServerParameters(
        command=entry["command"], args=[*entry["args"], "--no-watch"], env=environment(), cwd=ROOT
    )

    async def talk():
        async with mcp.Client(child) as client:
            return await client.call_tool("list_maps", {})

    result = asyncio.run(asyncio.wait_for(talk(), 60))
    assert result.structured_content["maps"][0]["label"] == "shop"


def test_the_command(tmp_path, capfd, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["graph", "install", "--client", "cursor", "--print"]) == 0
    assert NAME in json.loads(capfd.readouterr().out)["mcpServers"]
    assert not (tmp_path / ".cursor").exists()
    assert run(["graph", "install", "--client", "cursor", "--json"]) == 0
    (change,) = json.loads(capfd.readouterr().out)["changes"]
    assert change == {
        "name": "cursor",
        "file": str(CLIENTS["cursor"].file(type(tmp_path)("."))),
        "state": "installed",
    }
    assert run(["graph", "install", "--client", "cursor", "--uninstall"]) == 0
    assert not (tmp_path / ".cursor" / "mcp.json").exists()
    assert run(["graph", "install", "--print", "--git-hooks"]) == 2
    assert run(["graph", "install", "--client", "cursor", "missing"]) == 2
