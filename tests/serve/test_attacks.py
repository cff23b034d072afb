"""What a web page, a stranger or a broken client may try, each on every route of a real server."""

from __future__ import annotations

import contextlib
import gzip
import json
import re
import socket
import threading
from urllib.parse import quote

import pytest

from tests.serve.running import serving, until
from xray_graph.serve.tools import TOOLS

TOKEN = "s3cret-s3cret"
ROUTES = [
    *(("GET", tool.path) for tool in TOOLS),
    ("POST", "/v1/update"),
    ("POST", "/v1/flush"),
    ("POST", "/mcp"),
    ("GET", "/mcp"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/"),
    ("GET", "/v1/none"),
]

# What is sent besides a right Host and token → the status that every route answers with.
HEADERS = {
    "a foreign host": ({"Host": "evil.test"}, 403),
    "a host behind ours": ({"Host": "127.0.0.1:{port}.evil.test"}, 403),
    "a host before ours": ({"Host": "evil.127.0.0.1"}, 403),
    "a user in the host": ({"Host": "127.0.0.1@evil.test"}, 403),
    "a rebound name": ({"Host": "rebind.evil.test:{port}", "Origin": "http://rebind.evil.test:{port}"}, 403),
    "a rebound name, as the page sees it": (
        {"Host": "rebind.evil.test:{port}", "Sec_Fetch_Site": "same-origin"}, 403,
    ),
    "a forwarded host": ({"Host": "evil.test", "X_Forwarded_Host": "127.0.0.1", "Forwarded": "host=127.0.0.1"}, 403),
    "a forwarded address": ({"X_Forwarded_For": "127.0.0.1", "X_Real_IP": "127.0.0.1", "Authorization": "Bearer x"}, 401),
    "a forwarded scheme": ({"X_Forwarded_Proto": "https", "Origin": "https://127.0.0.1:{port}"}, 403),
    "a foreign origin": ({"Origin": "https://evil.test"}, 403),
    "no origin at all": ({"Origin": "null"}, 403),
    "an origin behind ours": ({"Origin": "http://127.0.0.1:{port}.evil.test"}, 403),
    "another port of this machine": ({"Origin": "http://127.0.0.1:1"}, 403),
    "a user in the origin": ({"Origin": "http://127.0.0.1:{port}@evil.test"}, 403),
    "an image of another site": ({"Sec_Fetch_Site": "cross-site"}, 403),
    "a page beside ours": ({"Sec_Fetch_Site": "same-site"}, 403),
    "a word that no browser sends": ({"Sec_Fetch_Site": "none, cross-site"}, 403),
    "no token": ({"Authorization": None}, 401),
    "an empty token": ({"Authorization": "Bearer "}, 401),
    "a token of another kind": ({"Authorization": "Basic " + TOKEN}, 401),
    "the beginning of the token": ({"Authorization": "Bearer " + TOKEN[:-1]}, 401),
    "more than the token": ({"Authorization": "Bearer " + TOKEN + "x"}, 401),
    "the token as a parameter": ({"Authorization": None, "Cookie": "token=" + TOKEN}, 401),
}  # fmt: skip


@pytest.fixture(scope="module")
def server(shop):
    with serving(str(shop), XRAY_GRAPH_TOKEN=TOKEN) as running:
        yield running


def attack(server, method, path, headers):
    given = {"Authorization": f"Bearer {TOKEN}"} | headers
    filled = {name: value and value.format(port=server.port) for name, value in given.items()}
    return server.ask(path, method=method, **filled)


@pytest.mark.parametrize("what", HEADERS)
def test_headers(server, what):
    headers, status = HEADERS[what]
    for method, path in ROUTES:
        answer = attack(server, method, path, headers)
        assert answer.status == status, path
        assert b"shop" not in answer.body
        assert TOKEN.encode() not in answer.body
        assert "access-control-allow-origin" not in answer.headers
        assert "location" not in answer.headers


def test_headers_that_pass(server):
    for headers in (
        {},
        {"Sec_Fetch_Site": "none"},
        {"Sec_Fetch_Site": "same-origin"},
        {"Origin": "http://127.0.0.1:{port}", "Sec_Fetch_Site": "same-origin"},
        {"X_Forwarded_Host": "evil.test"},
    ):
        assert attack(server, "GET", "/v1/maps", headers).status == 200


def raw(server, data: bytes) -> bytes:
    with socket.create_connection((server.host, server.port), timeout=30) as connection:
        reply = b""
        with contextlib.suppress(OSError):
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while piece := connection.recv(65536):
                reply += piece
    return reply


def test_doubled_headers(server):
    good = f"Host: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {TOKEN}\r\n"
    for more in (
        "Host: evil.test", "Origin: http://127.0.0.1:{0}\r\nOrigin: https://evil.test",
        "Authorization: Bearer x", "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site",
        "Content-Length: 0\r\nContent-Length: 5", "Content-Length: 5\r\nTransfer-Encoding: chunked",
    ):  # fmt: skip
        for method, path in ROUTES:
            reply = raw(
                server, f"{method} {path} HTTP/1.1\r\n{good}{more}\r\n\r\n".format(server.port).encode()
            )
            assert b" 200 " not in reply.partition(b"\r\n")[0], (more, path)
            assert b'"shop"' not in reply
    assert server.ask("/healthz").status == 200


BODIES = {
    "too large": b" " * ((1 << 20) + 1),
    "deeply nested": b"[" * 200_000,
    "nested objects": b'{"a":' * 100_000,
    "compressed": gzip.compress(b" " * (64 << 20)),
    "no text": bytes(range(256)) * 16,
    "a huge number": b'{"files": ' + b"9" * 100_000 + b"}",
    "many names": json.dumps({"files": [f"f{k}" for k in range(100_001)]}).encode(),
}


@pytest.mark.parametrize("what", BODIES)
def test_bodies(server, what):
    for method, path in ROUTES:
        headers = {
            "Content_Type": "application/json",
            "Content_Encoding": "gzip",
            "Accept": "application/json, text/event-stream",
        }
        try:
            answer = server.ask(
                path, method=method, body=BODIES[what], Authorization=f"Bearer {TOKEN}", **headers
            )
        except ConnectionError:  # it hung up on what was still coming
            assert len(BODIES[what]) > 1 << 20
            continue
        if method == "POST":
            assert answer.status in {400, 404, 405, 413}, path
        assert b"Traceback" not in answer.body
        assert not re.search(rb"\.py\b", answer.body)
    assert server.ask("/healthz").status == 200


def test_a_body_that_never_ends_is_cut_at_the_limit(server):
    head = f"POST /v1/update HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\nTransfer-Encoding: chunked\r\n\r\n"
    reply = raw(server, head.encode() + (b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 40)
    assert not reply or reply.startswith(b"HTTP/1.1 413")  # it hangs up, which may take the reply along
    assert server.ask("/healthz").status == 200


PATHS = [
    "../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "file:///etc/passwd", "shop//../../etc/passwd",
    "\0", "a\nb", "\udc80", "' OR 1=1 --", "$(id)", "{{7*7}}", "%n%n%n", "A" * 5000,
]  # fmt: skip


def test_paths_in_every_parameter(server):
    for tool in TOOLS:
        for name in tool.input_schema.get("properties", {}):
            for path in PATHS:
                value = quote(path.encode("utf-8", "surrogatepass"))
                answer = server.ask(f"{tool.path}?{name}={value}", Authorization=f"Bearer {TOKEN}")
                assert answer.status in {200, 400, 404}, (name, path)
                assert b"root:" not in answer.body
                assert b"Traceback" not in answer.body


def test_paths_in_the_address(server):
    for path in (
        "/v1/../../etc/passwd",
        "/v1/%2e%2e/maps",
        "//evil.test/v1/maps",
        "/v1//maps",
        "/v1/maps%00",
        "/\\evil.test",
    ):
        answer = server.ask(path, Authorization=f"Bearer {TOKEN}")
        assert answer.status == 404
        assert "location" not in answer.headers


def test_a_probe_gets_no_more_than_a_word(server):
    answer = server.ask("/healthz", Host="evil.test", Origin="https://evil.test")
    assert answer.json == {"status": "ok"}


def test_refusals_are_counted_by_check(server):
    attack(server, "GET", "/v1/maps", {"Host": "evil.test"})
    attack(server, "GET", "/v1/search?q=cart", {})
    page = attack(server, "GET", "/metrics", {})
    assert page.headers["content-type"].startswith("text/plain")
    told = dict(line.rsplit(" ", 1) for line in page.body.decode().splitlines() if not line.startswith("#"))
    for check in ("host", "origin", "site", "token", "size"):
        assert float(told[f'xray_requests_refused_total{{check="{check}"}}']) > 0, check
    assert float(told['xray_maps_registered{state="ready"}']) == 1
    assert float(told["xray_searches_total"]) >= 1
    assert float(told["xray_embed_calls_total"]) >= 1
    assert float(told['xray_search_phase_seconds_total{phase="words"}']) > 0
    assert float(told['xray_question_seconds_count{outcome="answer",tool="search_graph"}']) >= 1
    assert TOKEN not in page.body.decode()


def test_readiness(server):
    assert attack(server, "GET", "/readyz", {}).json == {"status": "ready", "maps": 1}


def test_slow_heads_are_hung_up_on():
    """Against the server itself, with a short patience."""
    import asyncio

    from xray_graph.route import Atlas, Catalog
    from xray_graph.serve.app import build_socket_app
    from xray_graph.serve.household import Household
    from xray_graph.serve.listen import bind, bound, parse_address
    from xray_graph.serve.transport import Connection, Server

    class Hasty(Connection):
        patience = 0.1

    server = Server(build_socket_app(Household(Atlas(Catalog()))))
    server.config.http_protocol_class = Hasty
    with bind(parse_address("127.0.0.1:0")) as listener:
        address = bound(listener)
        loop = threading.Thread(target=lambda: asyncio.run(server._serve([listener])))
        loop.start()
        until(lambda: server.started)
        for first in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /"):
            with socket.create_connection((address.host, address.port), timeout=30) as connection:
                connection.sendall(first)
                while connection.recv(4096):
                    pass
        server.stop()
        loop.join()
