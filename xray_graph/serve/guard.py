"""Who may ask: the Host, Origin and token checks in front of every route, and the size of a body.

Does not route and knows no tool: it is an ASGI layer around the whole application (`app.build_app`),
so that a route added later is behind it without a word. `/healthz` alone is open, for probes that
can send neither a name nor a token; it tells nothing.

The web pages that a person has open are the attacker here. A page on evil.test can make its own name
resolve to 127.0.0.1 and then talk to a server on loopback as "same origin" (DNS rebinding); its
requests carry `Host: evil.test`. A page that calls 127.0.0.1 directly carries its own `Origin`.
A page that only embeds us (an image, a script, a link) sends no `Origin`, but `Sec-Fetch-Site`. These
headers are written by the browser, out of the page's reach, so comparing each exactly with a list of
allowed values stops all of them. Nothing here compares prefixes or suffixes.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, NamedTuple

from xray_graph.errors import UsageError
from xray_graph.serve import problem
from xray_graph.serve.journal import Application, Message, Receive, Scope, Send

OPEN_PATH: Final = "/healthz"
MAX_BODY: Final = 1 << 20  # bytes; the longest honest request is a tool call of a few hundred
PATIENCE: Final = 20.0  # seconds that a body may take to arrive
LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")

# A host name or a bracketed IPv6 address, then perhaps a port. Whatever is compared has passed this,
# so a comma, a space, user information or a trailing dot never reaches the comparison.
_AUTHORITY: Final = re.compile(
    r"(?P<name>\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?)(?::(?P<port>[0-9]{1,5}))?",
    re.ASCII,
)
_DEFAULT_PORT: Final = {"http": 80, "https": 443}

# A reply of ours is no script, no frame and no resource of another site, loads nothing, and is kept by nobody
# on the way. A route that says otherwise of its own replies is not contradicted.
_REPLY_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"cache-control", b"no-store"),
)


class Authority(NamedTuple):
    """`name[:port]` of a Host header or an origin, in lower case."""

    name: str
    port: int | None


def parse_authority(text: str) -> Authority | None:
    """`text` taken apart, or None when it is not exactly a name and perhaps a port."""
    match = _AUTHORITY.fullmatch(text.lower())
    if match is None:
        return None
    port = match["port"]
    if port is not None and not 0 < int(port) < 1 << 16:
        return None
    return Authority(match["name"], None if port is None else int(port))


def _parse_origin(text: str) -> tuple[str, Authority] | None:
    """Scheme and authority of a serialised origin, the port always filled in; None for `null` and junk."""
    scheme, separator, rest = text.lower().partition("://")
    authority = parse_authority(rest)
    if not separator or scheme not in _DEFAULT_PORT or authority is None:
        return None
    return scheme, authority._replace(port=authority.port or _DEFAULT_PORT[scheme])


@dataclass(frozen=True, slots=True)
class Policy:
    """What is let through.

    `hosts` without a port match that name at any port: the page behind a name is what counts, and a
    tunnel changes only the port. `origins` are whole (`https://maps.example`), beside the server's
    own. `token` is asked for when it is not empty.
    """

    hosts: frozenset[Authority]
    origins: frozenset[tuple[str, Authority]] = frozenset()
    token: str = ""
    max_body: int = MAX_BODY
    patience: float = PATIENCE

    @staticmethod
    def make(hosts: Iterable[str] = (), origins: Iterable[str] = (), token: str = "") -> Policy:
        """The loopback names and what is added to them.

        Raises:
            UsageError: an entry is no host, no origin, or the token cannot travel in a header.
        """
        allowed: set[Authority] = set()
        for host in (*LOOPBACK, *hosts):
            authority = parse_authority(host)
            if authority is None:
                raise UsageError(f"{host!r} is no host", where="--allow-host", hint="write NAME or NAME:PORT")
            allowed.add(authority)
        sites: set[tuple[str, Authority]] = set()
        for origin in origins:
            site = _parse_origin(origin)
            if site is None:
                raise UsageError(
                    f"{origin!r} is no origin", where="--allow-origin", hint="write https://NAME[:PORT]"
                )
            sites.add(site)
        if token and not (token.isascii() and token.isprintable() and " " not in token):
            raise UsageError(
                "the token holds a character that no header can carry",
                where="XRAY_GRAPH_TOKEN",
                hint="use letters, digits and punctuation, without spaces",
            )
        return Policy(frozenset(allowed), frozenset(sites), token)

    def refusal(self, scheme: str, headers: Iterable[tuple[bytes, bytes]]) -> Refusal | None:
        """Why a request with these headers (names in lower case) is refused; None lets it through."""
        host = b""
        hosts = origins = tokens = 0
        origin = token = b""
        sites: list[bytes] = []
        for name, value in headers:
            if name == b"host":
                host, hosts = value, hosts + 1
            elif name == b"origin":
                origin, origins = value, origins + 1
            elif name == b"authorization":
                token, tokens = value, tokens + 1
            elif name == b"sec-fetch-site":
                sites.append(value)
        authority = parse_authority(host.decode("latin-1")) if hosts == 1 else None
        if authority is None or not {authority, authority._replace(port=None)} & self.hosts:
            return Refusal(
                HTTPStatus.FORBIDDEN, "this host name is not served here", "--allow-host adds one", "host"
            )
        if origins:
            site = _parse_origin(origin.decode("latin-1")) if origins == 1 else None
            own = (scheme, authority._replace(port=authority.port or _DEFAULT_PORT.get(scheme, 0)))
            if site is None or (site != own and site not in self.origins):
                return Refusal(
                    HTTPStatus.FORBIDDEN,
                    "pages of another site may not ask here",
                    "--allow-origin adds one",
                    "origin",
                )
        elif sites != [b"none"] * len(sites) and sites != [b"same-origin"]:
            # Without an Origin it is an image, a script or a plain link: none of them needs an answer.
            return Refusal(HTTPStatus.FORBIDDEN, "pages of another site may not ask here", "", "site")
        if self.token:
            kind, _, given = token.partition(b" ")
            right = hmac.compare_digest(given.strip(), self.token.encode("ascii"))
            if tokens != 1 or kind.lower() != b"bearer" or not right:
                return Refusal(
                    HTTPStatus.UNAUTHORIZED,
                    "a bearer token is needed",
                    "send Authorization: Bearer TOKEN",
                    "token",
                )
        return None


class Refusal(NamedTuple):
    """A request that goes no further. Says nothing of what would have been let through."""

    status: HTTPStatus
    message: str
    hint: str
    check: str  # which check it was: "host", "origin", "site", "token", "size" or "time"


_TOO_SLOW: Final = Refusal(
    HTTPStatus.REQUEST_TIMEOUT, "the body takes too long to arrive", "send it at once", "time"
)


class Guard:
    """The ASGI layer: refuses before any routing, bounds bodies, marks replies as ours alone."""

    def __init__(self, application: Application, policy: Policy) -> None:
        self._application = application
        self._policy = policy
        self.refused: Counter[str] = Counter()  # by check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:  # a web socket: nothing here speaks it, and closing before accepting answers 403
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if scope["path"] != OPEN_PATH:
            refusal = self._policy.refusal(scope["scheme"], headers)
            if refusal is not None:
                await self._refuse(send, refusal)
                return
        limit = self._policy.max_body
        declared = next((value for name, value in headers if name == b"content-length"), b"0")
        if not declared.isdigit() or len(declared) > 15 or int(declared) > limit:
            await self._refuse(send, _too_large(limit))
            return
        try:
            body = await asyncio.wait_for(_read(receive, limit), self._policy.patience)
        except TimeoutError:
            await self._refuse(send, _TOO_SLOW)
            return
        if body is None:
            await self._refuse(send, _too_large(limit))
            return

        async def replayed() -> Message:
            return body.pop() if body else await receive()

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = [(name.lower(), value) for name, value in message.get("headers", ())]
                own = {name for name, _ in said}
                message["headers"] = [*said, *(each for each in _REPLY_HEADERS if each[0] not in own)]
            await send(message)

        await self._application(scope, replayed, marked)

    async def _refuse(self, send: Send, refusal: Refusal) -> None:
        self.refused[refusal.check] += 1
        body = problem.body(refusal.status, refusal.message, hint=refusal.hint)
        headers = [
            (b"content-type", problem.MEDIA_TYPE.encode("ascii")),
            (b"content-length", str(len(body)).encode("ascii")),
            (b"connection", b"close"),
            *_REPLY_HEADERS,
        ]
        if refusal.status == HTTPStatus.UNAUTHORIZED:
            headers.append((b"www-authenticate", b'Bearer realm="xray-graph"'))
        await send({"type": "http.response.start", "status": int(refusal.status), "headers": headers})
        await send({"type": "http.response.body", "body": body})


async def _read(receive: Receive, limit: int) -> list[Message] | None:
    """The whole body as one message, in a list to take it from; None when it is larger than `limit`.

    Read before routing because a chunked body declares no length. A client that leaves half-way
    yields its disconnect message instead.
    """
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return [message]
        part: bytes = message.get("body", b"")
        size += len(part)
        if size > limit:
            return None
        parts.append(part)
        if not message.get("more_body", False):
            return [{"type": "http.request", "body": b"".join(parts), "more_body": False}]


def _too_large(limit: int) -> Refusal:
    return Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"the body is larger than {limit} bytes",
        "ask for less at once",
        "size",
    )
