"""The log: a line a request under an id, and nothing secret in any of them."""

from __future__ import annotations

import json
import logging
import subprocess

import pytest

from tests.serve.running import serving, until

TOKEN = "s3cret-s3cret"


def lines(server):
    """What the server said on standard error until it ended."""
    assert server.stop() == 0
    return server.process.stderr.read()


@pytest.fixture
def logging_server(shop, tmp_path):
    def start(*flags, **variables):
        return serving(
            str(shop),
            "--log-level",
            "info",
            *flags,
            errors=subprocess.PIPE,
            XRAY_GRAPH_TOKEN=TOKEN,
            **variables,
        )

    return start


def test_it_says_when_a_first_map_is_ready(repo):
    with serving(str(repo({"a.py": "x = 1\n"})), errors=subprocess.PIPE) as server:
        until(lambda: server.ask("/readyz").status == 200)
        assert "note: shop: the map is ready: 3 nodes, 2 edges\n" in lines(server)


def test_each_request_is_a_line_of_json(logging_server):
    with logging_server("--log-format", "json") as server:
        good = {"Authorization": f"Bearer {TOKEN}"}
        answer = server.ask("/v1/search?q=whatisasked", X_Request_Id="abc-1", **good)
        assert answer.headers["x-request-id"] == "abc-1"
        made = server.ask("/v1/maps", X_Request_Id="no word\t", **good).headers["x-request-id"]
        server.ask("/v1/maps", Authorization="Bearer wrongtoken")
        said = lines(server)
    told = [json.loads(line) for line in said.splitlines()]
    requests = [line for line in told if line["logger"] == "xray_graph.requests"]
    assert [(r["method"], r["path"], r["status"]) for r in requests] == [
        ("GET", "/v1/search", 200), ("GET", "/v1/maps", 200), ("GET", "/v1/maps", 401),
    ]  # fmt: skip
    assert requests[0]["request"] == "abc-1"
    assert requests[1]["request"] == made != ""
    assert requests[0]["bytes"] > 0
    assert requests[0]["ms"] > 0
    for secret in (TOKEN, "wrongtoken", "whatisasked", "no word"):
        assert secret not in said


def test_each_request_is_a_line_of_text(logging_server):
    with logging_server() as server:
        server.ask("/v1/maps", Authorization=f"Bearer {TOKEN}", X_Request_Id="abc-2")
        server.ask("/v1/%1b%5b31m%0aFAKE", Authorization=f"Bearer {TOKEN}")
        said = lines(server)
    assert "INFO xray_graph.requests [abc-2]: request method=GET path=/v1/maps status=200" in said
    assert "\x1b" not in said
    assert not [line for line in said.splitlines() if line.startswith("FAKE")]


def test_a_quiet_server_is_quiet(shop):
    with serving(str(shop), errors=subprocess.PIPE) as server:
        server.ask("/v1/maps")
        server.ask("/v1/none")
        assert lines(server) == ""


@pytest.fixture
def as_it_was(monkeypatch):
    """Set the log up in this process, and leave it as it was; import-linter switches loggers off."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    monkeypatch.setattr(logging.getLogger("xray_graph.serve.desk"), "disabled", False)
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_fault_is_logged_under_the_id_of_its_request(capsys, shop, as_it_was):
    import asyncio

    from xray_graph.route import Atlas, Catalog
    from xray_graph.serve import journal
    from xray_graph.serve.app import build_app
    from xray_graph.serve.guard import Policy
    from xray_graph.serve.household import Household

    atlas = Atlas(Catalog([shop]))
    atlas.maps = lambda **_: 1 / 0
    app = build_app(Household(atlas), Policy.make())
    sent = []

    async def talk():
        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message):
            sent.append(message)

        headers = [(b"host", b"localhost"), (b"x-request-id", b"abc-3")]
        scope = {
            "type": "http", "method": "GET", "path": "/v1/maps", "raw_path": b"/v1/maps", "query_string": b"",
            "headers": headers, "scheme": "http", "root_path": "", "http_version": "1.1", "client": None, "server": None,
        }  # fmt: skip
        await app(scope, receive, send)

    journal.set_up("json", "warning")
    asyncio.run(talk())
    logged = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert sent[0]["status"] == 503
    assert b"ZeroDivision" not in sent[1]["body"]
    assert json.loads(sent[1]["body"])["request"] == "abc-3"
    (fault,) = [line for line in logged if "trace" in line]
    assert fault["request"] == "abc-3"
    assert "ZeroDivisionError" in fault["trace"]
