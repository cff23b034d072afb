"""What a web page, a stranger or a broken client may try, each on every route of a real server."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import re
import socket
import threading
from dataclasses import replace as changed
from urllib.parse import quote

import pytest

from tests.serve.running import serving, until
from xray_graph.route import Atlas, Catalog
from xray_graph.serve.app import build_app
from xray_graph.serve.guard import Policy
from xray_graph.serve.household import Household
from xray_graph.serve.listen import bind, bound, parse_address
from xray_graph.serve.tools import TOOLS
from xray_graph.serve.transport import Connection
from xray_graph.serve.transport import Server as TransportServer

TOKEN = "s3cret-s3cret"
# Every route of a server that has them all: many maps, notes, and a folder that can be looked at again.
ROUTES = [
    *((tool.method, tool.path) for tool in TOOLS),
    ("GET", "/v1/openapi.json"),
    ("POST", "/v1/rescan"),
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
    "an empty host": ({"Host": ""}, 403),
    "a host that ends in a dot": ({"Host": "localhost.:{port}"}, 403),
    "a host with an odd port": ({"Host": "localhost:{port}0000"}, 403),
    "a host as a number": ({"Host": "2130706433:{port}"}, 403),
    "two hosts in one": ({"Host": "localhost, evil.test"}, 403),
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
    "a form of another site": (
        {"Origin": "https://evil.test", "Sec_Fetch_Site": "cross-site", "Content_Type": "text/plain"}, 403,
    ),
    "a form that hides where it is from": (
        {"Sec_Fetch_Site": "cross-site", "Content_Type": "application/x-www-form-urlencoded"}, 403,
    ),
    "a form of a page without an origin": ({"Origin": "null", "Content_Type": "multipart/form-data; boundary=x"}, 403),
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
def server(shop, tmp_path_factory):
    notes = tmp_path_factory.mktemp("notes")
    with serving(
        "--mental-maps-dir", str(shop.parent), "--writable", "--notes-dir", str(notes),
        command="serve-snapshots", XRAY_GRAPH_TOKEN=TOKEN,
    ) as running:  # fmt: skip
        yield running


def test_these_are_all_routes(server):
    document = server.ask("/v1/openapi.json", Authorization=f"Bearer {TOKEN}").json
    described = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert described <= set(ROUTES)
    for method, path in ROUTES:  # each is there, but for those that are meant not to be
        answer = server.ask(
            path, method=method, body=b"[" if method == "POST" else None, Authorization=f"Bearer {TOKEN}"
        )
        assert (answer.status in {404, 405}) == (
            path in {"/", "/v1/none"} or (method, path) == ("GET", "/mcp")
        ), path


def attack(server, method, path, headers):
    given = {"Authorization": f"Bearer {TOKEN}"} | headers
    filled = {name: value and value.format(port=server.port) for name, value in given.items()}
    return server.ask(path, method=method, **filled)


@pytest.mark.parametrize("what", HEADERS)
def test_headers(server, what):
    headers, status = HEADERS[what]
    for method, path in ROUTES:
        answer = attack(server, method, path, headers)
        assert answer.status == status, (method, path)
        assert b"shop" not in answer.body
        assert TOKEN.encode() not in answer.body
        assert "access-control-allow-origin" not in answer.headers
        assert "location" not in answer.headers


def test_every_reply_says_that_it_is_nobody_elses(server):
    for method, path in [*ROUTES, ("GET", "/healthz")]:
        for token in (TOKEN, "wrong"):
            headers = server.ask(path, method=method, Authorization=f"Bearer {token}").headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["cross-origin-resource-policy"] == "same-origin"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
            assert headers["cache-control"] in {"no-store", "private, no-cache", "no-cache, no-transform"}, (
                path
            )


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
        if method == "POST" and path != "/v1/rescan":  # which looks at no body
            assert answer.status in {400, 404, 405, 413}, path
        assert b"Traceback" not in answer.body
        assert not re.search(rb"\.py\b", answer.body)
    assert server.ask("/healthz").status == 200


@pytest.mark.parametrize(("method", "path"), [route for route in ROUTES if route[0] == "POST"])
def test_a_body_that_never_ends_is_cut_at_the_limit(server, method, path):
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {TOKEN}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    reply = raw(server, head.encode() + (b"10000\r\n" + b" " * 0x10000 + b"\r\n") * 40)
    assert not reply or reply.startswith(b"HTTP/1.1 413")  # it hangs up, which may take the reply along
    assert server.ask("/healthz").status == 200


PATHS = [
    "../../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "file:///etc/passwd", "shop//../../etc/passwd",
    "\0", "a\nb", "\udc80", "' OR 1=1 --", "$(id)", "{{7*7}}", "%n%n%n", "A" * 5000,
]  # fmt: skip


def test_paths_in_every_parameter(server):
    for tool in (tool for tool in TOOLS if not tool.writes):
        for name in tool.input_schema.get("properties", {}):
            for path in PATHS:
                value = quote(path.encode("utf-8", "surrogatepass"))
                answer = server.ask(f"{tool.path}?{name}={value}", Authorization=f"Bearer {TOKEN}")
                assert answer.status in {200, 400, 404}, (name, path)
                assert b"root:" not in answer.body
                assert b"Traceback" not in answer.body


def test_paths_in_every_field_of_a_body(server, tmp_path):
    fields = {
        "/v1/update": ("files", "since", "folder", "map"), "/v1/flush": ("map",),
        "/v1/notes/write": ("text", "title", "kind", "about", "tags", "expires_days"),
    }  # fmt: skip
    for target, names in fields.items():
        for name in names:
            for path in PATHS:
                for value in (path, [path], {path: path}):
                    body = json.dumps(
                        {"text": "x", name: value} if "notes" in target else {name: value}
                    ).encode()
                    answer = server.ask(target, method="POST", body=body, Authorization=f"Bearer {TOKEN}")
                    assert answer.status in {200, 400, 404}, (target, name, path)
                    assert b"root:" not in answer.body
                    assert b"Traceback" not in answer.body
    updated = server.ask(
        "/v1/update", method="POST", body=b'{"files": ["/etc/passwd"]}', Authorization=f"Bearer {TOKEN}"
    )
    assert updated.json["unowned"] == ["/etc/passwd"]


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
    assert float(told['xray_maps_registered{state="ready"}']) >= 1
    assert float(told["xray_searches_total"]) >= 1
    assert float(told["xray_embed_calls_total"]) >= 1
    assert float(told['xray_search_phase_seconds_total{phase="words"}']) > 0
    assert float(told['xray_question_seconds_count{outcome="answer",tool="search_graph"}']) >= 1
    assert TOKEN not in page.body.decode()


def test_readiness(server):
    assert attack(server, "GET", "/readyz", {}).json["status"] == "ready"


class Hasty(Connection):
    """A connection that waits a tenth of a second for a head."""

    patience = 0.1


@pytest.fixture
def hasty():
    """The server itself, with a short patience for heads and bodies."""
    house = Household(Atlas(Catalog()))
    running = TransportServer(build_app(house, changed(Policy.make(), patience=0.1), lambda: None))
    running.config.http_protocol_class = Hasty
    with bind(parse_address("127.0.0.1:0")) as listener:
        loop = threading.Thread(target=lambda: asyncio.run(running._serve([listener])))
        loop.start()
        until(lambda: running.started)
        yield bound(listener)
        running.stop()
        loop.join()


def sent(address, data: bytes) -> bytes:
    """What comes back when nothing more is said, until the server hangs up."""
    with socket.create_connection((address.host, address.port), timeout=30) as connection:
        connection.sendall(data)
        reply = b""
        while piece := connection.recv(4096):
            reply += piece
        return reply


def test_slow_heads_are_hung_up_on(hasty):
    for first in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /"):
        sent(hasty, first)


def test_slow_bodies_are_cut_off_on_every_route(hasty):
    for method, path in ROUTES:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        for rest in ("Content-Length: 5\r\n\r\n[", "Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n"):
            assert sent(hasty, f"{head}{rest}".encode()).startswith(b"HTTP/1.1 408"), (method, path)
