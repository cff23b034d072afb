"""HTTP towards one registry: which origin may hear a secret, redirects, retries that end, bounded answers.

- Authorization goes to the registry's own origin and nowhere else, wherever an answer points.
- A redirect is followed for reading only, never from TLS to plain HTTP.
- Plain HTTP is spoken with this machine, and with others by flag alone.
- What may pass (a refused connection, 429, 5xx) is tried again within seconds; then the cause is told.
  A server that stops in the middle is given up, also one that sends a byte now and then (see `patience`).

Proxies are those of the environment (HTTPS_PROXY, NO_PROXY); this machine is never behind one.
"""

from __future__ import annotations

import contextlib
import re
import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol
from urllib.parse import urljoin

import httpx2

from xray_graph import __version__
from xray_graph.errors import AccessError, NotFoundError, RegistryError
from xray_graph.publish.certificates import extended
from xray_graph.publish.descriptor import MAX_MANIFEST
from xray_graph.publish.faults import reason_in
from xray_graph.publish.patience import Patience, TooSlowError
from xray_graph.publish.place import PassingError
from xray_graph.publish.reference import Reference, is_loopback

_ATTEMPTS: Final = 4
_FIRST_PAUSE: Final = 0.25  # seconds; doubled each time
_LONGEST_PAUSE: Final = 5.0  # that a Retry-After may ask for; a longer one ends the command
_CONNECT: Final = 5.0  # seconds
_HOPS: Final = 5
_PASSING: Final = (408, 429, 500, 502, 503, 504)
_REDIRECTS: Final = (301, 302, 303, 307, 308)

Pieces = Callable[[], Iterable[bytes]]  # a body that can be sent again


class Connection(NamedTuple):
    """How a registry is reached."""

    ca_file: str = ""  # PEM, beside the certificates that the system trusts
    plain_http: bool = False
    timeout: float = 30.0  # seconds without a byte


class Authority(Protocol):
    """What knows the registry's secret."""

    def header(self) -> str: ...
    def challenged(self, challenges: list[str]) -> bool:
        """Whether another try makes sense."""
        ...


class Answer(NamedTuple):
    """A whole answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport:
    """Connections to one registry, and to where it redirects."""

    def __init__(self, reference: Reference, connection: Connection) -> None:
        """Opens nothing yet, except to ask a registry on this machine whether it speaks TLS.

        Raises:
            UsageError: the file of certificates cannot be used.
        """
        self.connection = connection
        self._name = reference.registry
        self._patience = Patience(2 * connection.timeout)
        direct = {f"all://{name}": None for name in ("localhost", "127.0.0.1", "[::1]")}
        self._client = httpx2.Client(
            verify=extended(httpx2.create_ssl_context(), reference.registry, connection.ca_file),
            timeout=httpx2.Timeout(connection.timeout, connect=min(_CONNECT, connection.timeout)),
            headers={"User-Agent": f"xray-graph/{__version__}", "Accept-Encoding": "identity"},
            mounts=direct,
        )
        plain = connection.plain_http or (reference.is_loopback and self._speaks_plain(reference.address))
        self.origin = httpx2.URL(f"{'http' if plain else 'https'}://{reference.address}")
        self.authority: Authority | None = None

    def close(self) -> None:
        """Close every connection."""
        self._patience.close()
        self._client.close()

    def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Pieces | bytes = b"",
        expect: tuple[int, ...] = (200,),
        limit: int = MAX_MANIFEST,
        tries: int = _ATTEMPTS,
    ) -> Answer:
        """One answer with its whole body.

        Args:
            method: as HTTP has it.
            url: absolute, or from the registry's root.
            headers: more of them; a streamed body needs its Content-Length here.
            body: what to send.
            expect: statuses that are answers; others are errors.
            limit: bytes that the body may have.
            tries: how often in all, when something passes that may.

        Raises:
            RegistryError, AccessError, NotFoundError: what came instead.
        """
        with self.stream(method, url, headers=headers, body=body, expect=expect, tries=tries) as (
            answer,
            pieces,
        ):
            whole = bytearray()
            for piece in pieces:
                whole += piece
                if len(whole) > limit:
                    raise RegistryError(f"answered more than {limit} bytes", where=f"{method} {url}")
        return answer._replace(body=bytes(whole))

    @contextlib.contextmanager
    def stream(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: Pieces | bytes = b"",
        expect: tuple[int, ...] = (200,),
        tries: int = _ATTEMPTS,
    ) -> Iterator[tuple[Answer, Iterator[bytes]]]:
        """An answer whose body is still to be read. Raises as `ask`."""
        where = f"{method} {self._shown(url)}"
        with self._told(where):
            response = self._final(
                method, self._absolute(url), dict(headers or {}), body, expect, where, tries
            )
        try:
            yield Answer(response.status_code, response.headers, b""), self._body(response, where)
        finally:
            response.close()

    def _final(
        self,
        method: str,
        url: httpx2.URL,
        headers: dict[str, str],
        body: Pieces | bytes,
        expect: tuple[int, ...],
        where: str,
        tries: int,
    ) -> httpx2.Response:
        """The answer after challenges, redirects and retries, its body unread."""
        tried, hops, challenged, pause = 1, 0, 0, _FIRST_PAUSE
        while True:
            wait = ""
            try:
                response = self._send(method, url, headers, body)
            except (
                httpx2.ConnectError,
                httpx2.RemoteProtocolError,
                httpx2.ReadError,
                httpx2.WriteError,
            ) as error:
                if tried >= tries or _is_certificate(error):
                    raise
            else:
                if response.status_code in expect:
                    return response
                with contextlib.closing(response):
                    if response.status_code in _REDIRECTS and method in ("GET", "HEAD") and hops < _HOPS:
                        here = url
                        url = self._next(here, response.headers.get("Location", ""), where)
                        if _origin(url) != _origin(here):
                            headers.pop("Authorization", None)
                        hops += 1
                        continue
                    if (
                        response.status_code == 401
                        and challenged < 2
                        and self.authority
                        and self._is_home(url)
                    ):
                        challenged += 1
                        if self.authority.challenged(response.headers.get_list("WWW-Authenticate")):
                            continue
                    wait = response.headers.get("Retry-After", "")
                    too_long = wait.isdecimal() and float(wait[:9]) > _LONGEST_PAUSE
                    if response.status_code not in _PASSING or tried >= tries or too_long:
                        raise self._error(response, where)
            time.sleep(float(wait) if wait.isdecimal() else pause)
            tried += 1
            pause *= 2

    def _send(
        self, method: str, url: httpx2.URL, headers: dict[str, str], body: Pieces | bytes
    ) -> httpx2.Response:
        sent = dict(headers)
        if self.authority is not None and self._is_home(url) and (secret := self.authority.header()):
            sent["Authorization"] = secret
        content = self._patience.sent(body()) if callable(body) else body
        request = self._client.build_request(
            method, url, headers=sent, content=content or None, extensions={"trace": self._patience.trace}
        )
        with self._patience.waiting(len(content) if isinstance(content, bytes) else 0):
            return self._client.send(request, stream=True, follow_redirects=False)

    def _is_home(self, url: httpx2.URL) -> bool:
        return _origin(url) == _origin(self.origin)

    def _absolute(self, url: str) -> httpx2.URL:
        return self._next(self.origin, url, url)

    def _next(self, base: httpx2.URL, location: str, where: str) -> httpx2.URL:
        """Where an answer points, seen from `base`.

        Raises:
            RegistryError: nowhere, or to where we do not go.
        """
        try:
            if not location:
                raise ValueError("it says not where")
            url = httpx2.URL(urljoin(str(base), location))
        except (ValueError, httpx2.InvalidURL) as error:
            raise RegistryError(f"points to nowhere: {error}", where=where) from error
        plain = base.scheme == "http" and (self.connection.plain_http or is_loopback(url.host))
        allowed = self._is_home(url) or url.scheme == "https" or (url.scheme == "http" and plain)
        if not allowed or not url.host or url.userinfo:
            raise RegistryError(f"points to {self._shown(str(url))}, which is no secure place", where=where)
        return url

    def follow(self, base: str, location: str, query: Mapping[str, str] | None = None) -> str:
        """An address that an answer gave, made absolute and checked, with more of a query.

        Raises:
            RegistryError: it is no place to go to.
        """
        return str(
            self._next(self._absolute(base), location, self._shown(base)).copy_merge_params(query or {})
        )

    def _body(self, response: httpx2.Response, where: str) -> Iterator[bytes]:
        with self._told(where):
            yield from self._patience.received(response.iter_raw())

    def _error(self, response: httpx2.Response, where: str) -> RegistryError | AccessError | NotFoundError:
        said = reason_in(self._body(response, where))
        code = response.status_code
        if code in (401, 403):
            word = "does not know who asks" if code == 401 else "does not allow it"
            hint = "log in with `docker login` or `podman login`; the credentials are read from there"
            return AccessError(f"the registry {word} ({code}{said})", where=where, hint=hint)
        if code == 404:
            hint = "is it the right repository and tag, and was it published?"
            return NotFoundError(f"is not in the registry (404{said})", where=where, hint=hint)
        wait = response.headers.get("Retry-After", "")
        hint = f"it asks to come back in {wait[:9]} s" if wait.isdecimal() else ""
        kind = PassingError if code in _PASSING else RegistryError
        return kind(f"the registry answered {code}{said}", where=where, hint=hint)

    @contextlib.contextmanager
    def _told(self, where: str) -> Iterator[None]:
        """Faults of the connection, as one of our errors."""
        try:
            yield
        except TooSlowError as error:
            raise RegistryError(
                f"{self._name} sends too slowly", where=where, hint="try again later"
            ) from error
        except httpx2.TimeoutException as error:
            kind = "no connection" if isinstance(error, httpx2.ConnectTimeout) else "no answer"
            raise RegistryError(f"{kind} from {self._name} in time", where=where, hint=_HINT) from error
        except (httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, ssl.SSLError, OSError) as error:
            cause = str(error) or type(error).__name__
            hint = "name the registry's own authority with --ca-file" if _is_certificate(error) else _HINT
            raise PassingError(f"cannot talk to {self._name}: {cause}", where=where, hint=hint) from error

    def _speaks_plain(self, address: str) -> bool:
        """Whether a registry on this machine answers without TLS. Nothing secret is sent to find out."""
        try:
            url = f"https://{address}/v2/"
            with (
                self._patience.waiting(),
                self._client.stream("GET", url, extensions={"trace": self._patience.trace}),
            ):
                return False
        except (httpx2.TimeoutException, TooSlowError):
            return False
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            refused = any(isinstance(e, ConnectionRefusedError) for e in _causes(error))
            return not _is_certificate(error) and not refused
        return False

    def _shown(self, url: str) -> str:
        """An address for a message: without a query, which may hold a secret."""
        return re.sub(r"[?#].*", "", url if "://" in url else f"{self._name}{url}", flags=re.DOTALL)


_HINT: Final = "is the name right, and the registry (or the proxy in HTTPS_PROXY) up?"


def _origin(url: httpx2.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those behind it."""
    seen: BaseException | None = error
    for _ in range(10):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__ or seen.__context__


def _is_certificate(error: BaseException) -> bool:
    return any(isinstance(e, ssl.SSLCertVerificationError) for e in _causes(error))
