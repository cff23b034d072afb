"""One address that embeds: what may be sent there, and one request to it, with patience.

Text and key go to the host that a flag named and to no other: a redirect is refused, a key comes from the
environment alone, and unencrypted HTTP is for this machine unless a flag says so. What comes back is bounded
in size and time. A server that is busy is waited for as it asks; one that refuses says why.
Used by `embed.openai`, from several threads at once.
"""

from __future__ import annotations

import datetime as dt
import email.utils
import ipaddress
import logging
import math
import os
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from xray_graph.errors import EmbeddingError, UsageError

if TYPE_CHECKING:
    import httpx2

_log = logging.getLogger(__name__)

KEY: Final = "XRAY_EMBEDDING_KEY"
OPENAI_KEY: Final = "OPENAI_API_KEY"  # what OpenAI's own programs read: sent to OpenAI alone
_OPENAI: Final = "api.openai.com"
_FLAG: Final = "--embedding-endpoint"
_TOO_MUCH: Final = frozenset({400, 413, 422})  # refused for what was in the request
_BUSY: Final = frozenset({408, 425, 429, 500, 502, 503, 504, 529})
_TOLD: Final = 200  # characters of an answer that an error repeats
_PIECE: Final = 1 << 16
_LONG: Final = 5.0  # seconds of waiting that whoever waits is told of


class Patience(NamedTuple):
    """How long a request is tried."""

    attempts: int = 5
    first_wait: float = 0.5  # seconds; doubled each time, where the server does not say how long
    longest_wait: float = 120.0  # seconds that a server may ask for
    connect: float = 10.0  # seconds
    answer: float = 60.0  # seconds from the request to the last byte


class TooMuchError(Exception):
    """The server refuses what was in a request; `args` hold what it said."""


class StoppedError(Exception):
    """Somebody else gave up, and so do we."""


class Endpoint:
    """An address, and what is sent there. Safe to share between threads."""

    def __init__(
        self,
        url: str,
        *,
        plain_http: bool = False,
        environment: Mapping[str, str] | None = None,
        where: str = _FLAG,
    ) -> None:
        """No connection is made yet.

        Args:
            url: of the API (`https://host/v1`) or of its embeddings (`https://host/v1/embeddings`).
            plain_http: allow HTTP without encryption to another machine.
            environment: where the key is; the process's own when None.
            where: the flag that named the address, for errors.

        Raises:
            UsageError: it is no such address, or text would go there unencrypted.
        """
        parts = _checked(url, where, plain_http=plain_http)
        environment = os.environ if environment is None else environment
        path = parts.path.rstrip("/")
        if not path.endswith("/embeddings"):
            path = (path or "/v1") + "/embeddings"
        self.url = parts._replace(path=path, fragment="").geturl()
        self.host = parts.netloc
        self._local = _is_local(parts.hostname or "")
        self._key = environment.get(KEY, "")
        if not self._key and parts.hostname == _OPENAI and parts.scheme == "https":
            self._key = environment.get(OPENAI_KEY, "")
        if not self._key.isascii() or not self._key.isprintable():
            raise UsageError(
                "the key holds characters that no key has", where=KEY, hint="put it there as it was given"
            )
        self._gate = threading.Lock()
        self._not_before = 0.0  # the clock at which the server wants to be asked again

    def client(self) -> httpx2.Client:
        """A client for requests to this address; the caller closes it."""
        import httpx2

        headers = {"content-type": "application/json", "accept-encoding": "identity"}
        if self._key:
            headers["authorization"] = f"Bearer {self._key}"
        # A proxy of the environment is the user's choice for the outside, not for this machine.
        return httpx2.Client(headers=headers, follow_redirects=False, trust_env=not self._local)

    def post(
        self, client: httpx2.Client, body: bytes, limit: int, patience: Patience, stop: threading.Event
    ) -> bytes:
        """The body of the answer, at most `limit` bytes. When `stop` is set, nothing is waited for any more.

        Raises:
            TooMuchError: the server refuses what is in the request.
            StoppedError: `stop` was set.
            EmbeddingError: there is no usable answer; it names the address and what came back.
        """
        waited = patience.first_wait
        for attempt in range(1, patience.attempts + 1):
            self._wait_for_turn(patience, stop)
            try:
                status, headers, answer = self._once(client, body, limit, patience)
            except OSError as error:  # connecting, sending or receiving, all of them
                if attempt == patience.attempts:
                    raise self.error(f"no answer in {attempt} attempts: {error}") from error
                _log.warning(
                    "%s: no answer to attempt %d of %d: %s", self.url, attempt, patience.attempts, error
                )
                self._hold_back(waited)
                waited *= 2
                continue
            if status == 200:
                return answer
            said = self.said(answer)
            if status in _TOO_MUCH:
                raise TooMuchError(f"{status} {said}".strip())
            if status not in _BUSY:
                raise self._refusal(status, headers, said)
            asked = _seconds(headers.get("retry-after", ""))
            if asked is not None and asked > patience.longest_wait:
                raise self.error(f"answered {status} and asks to wait {asked:.0f} s", said)
            if attempt == patience.attempts:
                raise self.error(f"answered {status} in the last of {attempt} attempts", said)
            if asked is not None and asked >= _LONG:
                _log.warning("%s: answered %d and asks to wait %.0f s", self.url, status, asked)
            self._hold_back(waited if asked is None else asked)
            waited *= 2
        raise AssertionError("the last attempt ends the loop")

    def error(self, what: str, said: str = "", hint: str = "") -> EmbeddingError:
        """An error that names the address."""
        return EmbeddingError(
            f"{what}: {said}" if said else what,
            where=self.url,
            hint=hint or "what was embedded so far is kept: run it again to go on",
        )

    def _once(
        self, client: httpx2.Client, body: bytes, limit: int, patience: Patience
    ) -> tuple[int, Mapping[str, str], bytes]:
        """One request.

        Raises:
            OSError: it could not be sent, or the answer did not come whole in time.
            EmbeddingError: the answer is too long, or encoded.
        """
        import httpx2

        end = time.monotonic() + patience.answer
        timeout = httpx2.Timeout(patience.answer, connect=patience.connect)
        data = bytearray()
        try:
            with client.stream("POST", self.url, content=body, timeout=timeout) as response:
                if response.headers.get("content-encoding", "identity") != "identity":
                    raise self.error("answered in an encoding that was not asked for")
                for piece in response.iter_raw(_PIECE):
                    data += piece
                    if len(data) > limit:
                        raise self.error(f"answered with more than the {limit} bytes that can be right")
                    if time.monotonic() > end:
                        raise TimeoutError(f"the answer was not whole after {patience.answer:g} s")
                return response.status_code, response.headers, bytes(data)
        except httpx2.HTTPError as error:
            raise OSError(f"{type(error).__name__} {error}".strip()) from error

    def _wait_for_turn(self, patience: Patience, stop: threading.Event) -> None:
        """Wait while the server asked for it; all threads wait alike."""
        rest = self._not_before - time.monotonic()
        if rest > patience.longest_wait:
            raise self.error(f"asked to be left alone for another {rest:.0f} s")
        if stop.wait(max(rest, 0.0)):
            raise StoppedError

    def _hold_back(self, seconds: float) -> None:
        with self._gate:
            self._not_before = max(self._not_before, time.monotonic() + seconds)

    def _refusal(self, status: int, headers: Mapping[str, str], said: str) -> EmbeddingError:
        if 300 <= status < 400:
            host = urlsplit(headers.get("location", "")).netloc or "itself"
            return self.error(f"answered {status}, a redirect to {host}, which is not followed", "",
                              f"name that address with {_FLAG}, if it is right")  # fmt: skip
        if status in (401, 403):
            hint = f"put a valid key into the environment, as {KEY}"
            return self.error(f"answered {status}{'' if self._key else ' to a request without a key'}", said,
                              hint)  # fmt: skip
        hint = f"check {_FLAG} and --embedding-model" if status == 404 else ""
        return self.error(f"answered {status}", said, hint)

    def said(self, answer: bytes) -> str:
        """The beginning of an answer, for a person; without the key, should it be in there."""
        text = answer[: 8 * _TOLD].decode("utf-8", "replace")
        text = text.replace(self._key, "***") if self._key else text
        text = "".join(character if character.isprintable() else " " for character in text)
        return " ".join(text.split())[:_TOLD]


def _checked(url: str, where: str, *, plain_http: bool) -> SplitResult:
    if not url:
        raise UsageError(
            "the openai embedder needs an address", where=where, hint="for example https://api.openai.com/v1"
        )
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise UsageError(
            f"{url!r} is no address: {error}", where=where, hint="write https://HOST/v1"
        ) from error
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or " " in url:
        raise UsageError(f"{url!r} is no address of HTTP", where=where, hint="write https://HOST/v1")
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "an address holds no login", where=where, hint=f"put the key into the environment, as {KEY}"
        )
    if parts.scheme == "http" and not plain_http and not _is_local(host):
        raise UsageError(
            f"text would go to {host} unencrypted",
            where=where,
            hint="write https://, or allow it with --embedding-plain-http",
        )
    return parts


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _seconds(retry_after: str) -> float | None:
    """How long a server asks to wait: a number of seconds, or a date."""
    try:
        seconds = float(retry_after)
        return None if math.isnan(seconds) else max(seconds, 0.0)
    except ValueError:
        pass
    try:
        date = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    date = date if date.tzinfo else date.replace(tzinfo=dt.UTC)
    return max((date - dt.datetime.now(dt.UTC)).total_seconds(), 0.0)
