"""The whole server, over real sockets: every route behind the guard, errors that tell nothing inside."""

from __future__ import annotations

import contextlib
import json
import socket

import pytest

from tests.serve.running import run, serving
from xray_graph.serve.guard import MAX_BODY
from xray_graph.serve.tools import TOOLS

ROUTES = [
    *(("GET", tool.path) for tool in TOOLS),
    ("POST", "/mcp"),
    ("GET", "/mcp"),
    ("GET", "/"),
    ("GET", "/nothing/here"),
    ("OPTIONS", "/v1/maps"),
    ("HEAD", "/v1/maps"),
]


def test_it_says_where_it_answers(server):
    assert server.told == {"url": server.url, "mcp": f"{server.url}/mcp", "maps": ["shop"]}


def test_a_probe_needs_neither_name_nor_token(server):
    answer = server.ask("/healthz", Host="10.0.0.7:80")
    assert (answer.status, answer.json) == (200, {"status": "ok"})


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_foreign_host_gets_nowhere(server, method, path):
    for host in (
        "evil.test",
        f"evil.test:{server.port}",
        f"127.0.0.1:{server.port}.evil.test",
        "localhost.",
        None,
    ):
        assert server.ask(path, method=method, Host=host).status in {400, 403}, host


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_foreign_page_gets_nowhere(server, method, path):
    for origin in (
        "https://evil.test",
        "null",
        f"{server.url}.evil.test",
        f"http://localhost:{server.port}",
        "http://127.0.0.1:1",
        f"https://127.0.0.1:{server.port}",
    ):
        assert server.ask(path, method=method, Origin=origin).status == 403, origin


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "LOCALHOST"])
def test_names_of_this_machine_pass_with_or_without_the_port(server, name):
    for host in (name, f"{name}:{server.port}"):
        assert server.ask("/v1/maps", Host=host).status == 200


def test_the_servers_own_page_may_ask(server):
    assert server.ask("/v1/maps", Origin=server.url).status == 200


def test_maps(server):
    answer = server.ask("/v1/maps")
    assert answer.headers["content-type"] == "application/json"
    assert [(entry["label"], entry["state"]) for entry in answer.json["maps"]] == [("shop", "ready")]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 404),
        ("GET", "/v1/nothing", 404),
        ("GET", "/v1/maps/", 404),
        ("GET", "/v1/../v1/maps", 404),
        ("POST", "/v1/maps", 405),
        ("DELETE", "/mcp", 405),
        ("GET", "/mcp", 405),
        ("GET", "/v1/maps?nothing=1", 400),
    ],
)
def test_what_is_not_there_is_a_short_json_error(server, method, path, status):
    answer = server.ask(path, method=method)
    assert answer.status == status
    assert answer.json["detail"]
    assert b"Traceback" not in answer.body
    assert b".py" not in answer.body


def test_who_asks_for_a_page_is_told_where_to_ask(server):
    hint = server.ask("/").json["hint"]
    assert hint.startswith("/v1/openapi.json ")
    assert server.ask(hint.split()[0]).status == 200


def test_an_unknown_argument_names_those_that_there_are(server):
    error = server.ask("/v1/maps?label=shop").json
    assert "label" in error["detail"]
    assert "hint" in error


def test_bodies_are_bounded(server):
    for path in ("/mcp", "/v1/maps", "/healthz"):
        assert server.ask(path, method="POST", Content_Length=str(MAX_BODY + 1)).status == 413


@pytest.mark.parametrize(
    "raw",
    [
        b"GET http://evil.test/v1/maps HTTP/1.1\r\nHost: evil.test\r\n\r\n",
        b"GET /v1/maps HTTP/1.0\r\n\r\n",
        b"GET /v1/maps HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.test\r\n\r\n",
        b"GET /v1/maps HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n",
        b"CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET /v1/maps HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    ],
    ids=["absolute", "no-host", "two-hosts", "space", "connect", "tls", "long-header"],
)
def test_odd_requests_get_no_map(server, raw):
    with socket.create_connection((server.host, server.port), timeout=30) as connection:
        reply = b""
        with contextlib.suppress(OSError):  # it may hang up on what is still coming
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                reply += piece
    assert b"shop" not in reply
    assert not reply or reply.startswith((b"HTTP/1.1 400", b"HTTP/1.1 403", b"HTTP/1.1 431"))
    assert server.ask("/healthz").status == 200


def test_the_token_guards_every_route(shop):
    with serving(str(shop), XRAY_GRAPH_TOKEN="s3cret") as guarded:
        for method, path in ROUTES:
            assert guarded.ask(path, method=method).status == 401, path
            assert guarded.ask(path, method=method, Authorization="Bearer wrong").status == 401
        assert guarded.ask("/healthz").status == 200
        assert guarded.ask("/v1/maps", Authorization="Bearer s3cret").status == 200


def test_allowed_names_and_pages(shop):
    with serving(
        str(shop), "--allow-host", "maps.example", "--allow-origin", "https://portal.example"
    ) as server:
        assert server.ask("/v1/maps", Host="maps.example").status == 200
        assert server.ask("/v1/maps", Origin="https://portal.example").status == 200
        assert server.ask("/v1/maps", Host="x.maps.example").status == 403


def test_a_stop_that_was_asked_for_is_no_failure(shop):
    with serving(str(shop)) as server:
        assert server.stop() == 0


def test_a_port_in_use_ends_with_1_and_its_name(server, shop):
    done = run("serve", "--addr", f"127.0.0.1:{server.port}", str(shop))
    assert done.returncode == 1
    assert str(server.port) in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_beyond_this_machine_a_token_is_asked_for(shop):
    done = run("serve", "--addr", "0.0.0.0:0", str(shop))
    assert done.returncode == 4
    assert "XRAY_GRAPH_TOKEN" in done.stderr


def test_a_map_that_is_built_again_is_read_again(tmp_path):
    from tests.graph.shop import EDGES, NODES
    from tests.snapshot.maps import parts
    from xray_graph.graph import build_graph
    from xray_graph.snapshot import write_map

    path = tmp_path / "shop.graph.gz"
    write_map(path, parts())
    with serving(str(path)) as server:
        before = server.ask("/v1/maps").json["maps"][0]
        write_map(path, parts(graph=build_graph("shop", NODES, EDGES[:-1])))
        after = server.ask("/v1/maps").json["maps"][0]
    assert sum(after["edges"].values()) == sum(before["edges"].values()) - 1


def test_a_map_that_vanishes_keeps_answering(tmp_path, shop):
    path = tmp_path / "shop.graph.gz"
    path.write_bytes(shop.read_bytes())
    with serving(str(path)) as server:
        server.ask("/v1/maps")
        path.unlink()
        assert server.ask("/v1/maps").json["maps"][0]["label"] == "shop"
        path.write_bytes(b"not a map")
        assert server.ask("/v1/maps").json["maps"][0]["label"] == "shop"


def test_replies_are_json_even_for_a_post_that_is_none(server):
    answer = server.ask(
        "/mcp", method="POST", body=b"{", Content_Type="application/json", Accept="application/json"
    )
    assert answer.status == 400
    assert json.loads(answer.body)["error"]["code"] < 0
