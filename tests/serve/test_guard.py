"""Host, Origin and token, case by case; the whole server behind them is in test_app."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from xray_graph.errors import UsageError
from xray_graph.serve.guard import MAX_BODY, Guard, Policy, parse_authority

PORT = 8084
HERE = f"127.0.0.1:{PORT}"


def status(policy: Policy, *headers: tuple[str, str], scheme: str = "http") -> int:
    refusal = policy.refusal(scheme, [(name.encode(), value.encode("latin-1")) for name, value in headers])
    return 200 if refusal is None else int(refusal.status)


@pytest.mark.parametrize(
    "host",
    [
        HERE,
        f"localhost:{PORT}",
        f"LocalHost:{PORT}",
        f"[::1]:{PORT}",
        "127.0.0.1",
        "localhost",
        "[::1]",
        "localhost:9000",  # a tunnel: the same name at another port
    ],
)
def test_hosts_that_pass(host):
    assert status(Policy.make(), ("host", host)) == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.test",
        f"evil.test:{PORT}",
        "",
        f"127.0.0.1:{PORT}.evil.test",
        f"127.0.0.1.evil.test:{PORT}",
        f"localhost.evil.test:{PORT}",
        f"evil-localhost:{PORT}",
        f"localhost.:{PORT}",
        f"localhost@evil.test:{PORT}",
        f"evil.test@localhost:{PORT}",
        f"localhost:{PORT}, evil.test",
        f"localhost :{PORT}",
        f" localhost:{PORT}",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "localhost:٨٠",
        f"http://localhost:{PORT}",
        f"localhost:{PORT}/",
        "127.0.0.2",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "[::1",
        "::1",
        "[::ffff:127.0.0.1]",
        f"localhost\t:{PORT}",
        "lòcalhost",
    ],
)
def test_hosts_that_do_not(host):
    value = host.encode("utf-8").decode("latin-1")
    assert status(Policy.make(), ("host", value)) == 403


def test_a_request_has_exactly_one_host():
    assert status(Policy.make()) == 403
    assert status(Policy.make(), ("host", HERE), ("host", HERE)) == 403
    assert status(Policy.make(), ("host", HERE), ("host", "evil.test")) == 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (HERE, f"http://{HERE}"),
        (HERE, f"HTTP://{HERE}"),
        (f"localhost:{PORT}", f"http://localhost:{PORT}"),
        (f"[::1]:{PORT}", f"http://[::1]:{PORT}"),
        ("localhost", "http://localhost"),
        ("localhost:80", "http://localhost"),  # a browser leaves the default port out
        ("localhost:9000", "http://localhost:9000"),  # the same page through a tunnel
    ],
)
def test_the_servers_own_pages_may_ask(host, origin):
    assert status(Policy.make(), ("host", host), ("origin", origin)) == 200


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "",
        "https://evil.test",
        f"http://{HERE}.evil.test",
        f"http://evil.test/{HERE}",
        f"http://{HERE}@evil.test",
        f"http://localhost:{PORT}",  # another name of the same machine is another site
        "http://127.0.0.1",
        "http://127.0.0.1:3000",  # another server of this machine is another site
        f"https://{HERE}",
        f"http://{HERE}/",
        f"http://{HERE} http://evil.test",
        f"ftp://{HERE}",
        f"file://{HERE}",
        HERE,
        "http://",
        "chrome-extension://abcdefgh",
    ],
)
def test_origins_that_do_not(origin):
    assert status(Policy.make(), ("host", HERE), ("origin", origin)) == 403


def test_a_request_has_at_most_one_origin():
    own = ("origin", f"http://{HERE}")
    assert status(Policy.make(), ("host", HERE), own, own) == 403
    assert status(Policy.make(), ("host", HERE), own, ("origin", "https://evil.test")) == 403


def test_hosts_and_origins_can_be_added_and_stay_exact():
    policy = Policy.make(hosts=["maps.example:8443"], origins=["https://portal.example"])
    assert status(policy, ("host", "maps.example:8443")) == 200
    assert status(policy, ("host", "maps.example")) == 403
    assert status(policy, ("host", "maps.example:8444")) == 403
    assert status(policy, ("host", "a.maps.example:8443")) == 403
    assert status(policy, ("host", HERE), ("origin", "https://portal.example")) == 200
    assert status(policy, ("host", HERE), ("origin", "https://portal.example:443")) == 200
    assert status(policy, ("host", HERE), ("origin", "http://portal.example")) == 403
    assert status(policy, ("host", HERE), ("origin", "https://portal.example.evil.test")) == 403


@pytest.mark.parametrize(
    "arguments",
    [
        {"hosts": ["*"]},
        {"hosts": ["*.example"]},
        {"hosts": ["http://maps.example"]},
        {"hosts": [""]},
        {"origins": ["*"]},
        {"origins": ["null"]},
        {"origins": ["maps.example"]},
        {"token": "two words"},
        {"token": "línea"},
        {"token": "a\nb"},
    ],
)
def test_entries_that_mean_nothing_are_refused(arguments):
    with pytest.raises(UsageError) as caught:
        Policy.make(**arguments)
    assert caught.value.where
    assert caught.value.hint


def test_the_token_is_asked_for_last_and_compared_whole():
    policy = Policy.make(token="s3cret")
    host = ("host", HERE)
    assert status(policy, host, ("authorization", "Bearer s3cret")) == 200
    assert status(policy, host, ("authorization", "bearer s3cret")) == 200
    for value in (
        "",
        "Bearer",
        "Bearer ",
        "Bearer s3cre",
        "Bearer s3cret2",
        "Basic s3cret",
        "s3cret",
        "Bearer ü",
    ):
        assert status(policy, host, ("authorization", value)) == 401, value
    assert status(policy, host) == 401
    twice = ("authorization", "Bearer s3cret")
    assert status(policy, host, twice, twice) == 401
    assert status(policy, ("host", "evil.test"), twice) == 403


def test_authorities_are_taken_apart():
    assert parse_authority("Maps.Example:80") == ("maps.example", 80)
    assert parse_authority("[::1]") == ("[::1]", None)
    assert parse_authority("a b") is None


# --- the layer itself, driven as a server drives it ----------------------------------------


def ask(scope: dict[str, object], *messages: dict[str, object], policy: Policy | None = None):
    """Run one request against an application that echoes its body; (messages sent, bodies it saw)."""
    seen: list[bytes] = []
    sent: list[dict[str, object]] = []
    incoming = list(messages)

    async def echo(scope, receive, send):
        message = await receive()
        seen.append(message.get("body", b""))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": seen[-1]})

    async def receive():
        return incoming.pop(0)

    async def send(message):
        sent.append(message)

    asyncio.run(Guard(echo, policy or Policy.make())(scope, receive, send))
    return sent, seen


def http(path: str = "/v1/maps", *headers: tuple[bytes, bytes], host: bytes = HERE.encode()):
    return {"type": "http", "scheme": "http", "path": path, "headers": [(b"host", host), *headers]}


def body(data: bytes, *, more: bool = False):
    return {"type": "http.request", "body": data, "more_body": more}


def test_a_refused_request_reaches_nothing():
    sent, seen = ask(http(host=b"evil.test"), body(b""))
    assert not seen
    assert sent[0]["status"] == 403
    assert msgspec.json.decode(sent[1]["body"])["detail"]


def test_only_the_exact_open_path_is_open():
    assert ask(http("/healthz", host=b"evil.test"), body(b""))[0][0]["status"] == 200
    for path in ("/healthz/", "/healthz/x", "//healthz", "/HEALTHZ", "/v1/healthz", "/healthz;x"):
        assert ask(http(path, host=b"evil.test"), body(b""))[0][0]["status"] == 403, path


def test_a_missing_token_says_which_kind_is_wanted():
    sent, _ = ask(http(), body(b""), policy=Policy.make(token="s3cret"))
    assert sent[0]["status"] == 401
    assert (b"www-authenticate", b'Bearer realm="xray-graph"') in sent[0]["headers"]
    assert b"s3cret" not in sent[1]["body"]


def test_a_body_in_pieces_arrives_whole():
    _, seen = ask(http(), body(b"one ", more=True), body(b"two"))
    assert seen == [b"one two"]


def test_a_declared_body_is_bounded():
    sent, seen = ask(http("/mcp", (b"content-length", str(MAX_BODY + 1).encode())))
    assert not seen
    assert sent[0]["status"] == 413


def test_an_undeclared_body_is_bounded():
    half = b"x" * (MAX_BODY // 2 + 1)
    sent, seen = ask(http("/mcp"), body(half, more=True), body(half, more=True))
    assert not seen
    assert sent[0]["status"] == 413


@pytest.mark.parametrize("length", [b"-1", b"abc", b"", b"1e3", b"9" * 5000])
def test_a_length_that_is_no_length_is_refused(length):
    sent, seen = ask(http("/mcp", (b"content-length", length)))
    assert not seen
    assert sent[0]["status"] == 413


def test_a_web_socket_is_closed_before_it_opens():
    scope = {"type": "websocket", "scheme": "ws", "path": "/mcp", "headers": [(b"host", HERE.encode())]}
    sent, seen = ask(scope, {"type": "websocket.connect"})
    assert not seen
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_replies_belong_to_this_site_alone():
    sent, _ = ask(http(), body(b""))
    headers = dict(sent[0]["headers"])
    assert headers[b"cross-origin-resource-policy"] == b"same-origin"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"x-frame-options"] == b"DENY"
    assert b"access-control-allow-origin" not in headers


def test_a_body_that_does_not_come_is_not_waited_for():
    sent: list[dict[str, object]] = []

    async def never():
        await asyncio.Event().wait()

    async def send(message):
        sent.append(message)

    policy = Policy(Policy.make().hosts, patience=0.01)
    asyncio.run(Guard(None, policy)(http("/mcp"), never, send))
    assert sent[0]["status"] == 408
