"""How a registry learns who asks: Basic, or a token that another server gives for credentials.

Credentials leave only when the registry asks for them, and over TLS or to this machine alone.
https://distribution.github.io/distribution/spec/auth/token/
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

import msgspec

from xray_graph.errors import AccessError
from xray_graph.publish.credentials import Credentials
from xray_graph.publish.reference import Reference
from xray_graph.publish.transport import Transport

_PARAMETER: Final = re.compile(r'([A-Za-z_-]+)="([^"]*)"')
_LARGEST: Final = 1 << 20
_CLIENT: Final = "xray-graph"
_SENDABLE: Final = re.compile(r"[\x21-\x7e]+")


class _Token(msgspec.Struct):
    token: str = ""
    access_token: str = ""


class Login:
    """The secret of one registry, and how it is had."""

    def __init__(
        self, reference: Reference, find: Callable[[], Credentials], transport: Transport, *, push: bool
    ) -> None:
        """Asks nobody yet: `find` is called when the registry wants to know."""
        self._where = reference.registry
        self._scope = f"repository:{reference.repository}:{'pull,push' if push else 'pull'}"
        self._find = find
        self._who: Credentials | None = None
        self._transport = transport
        self._header = ""

    def header(self) -> str:
        """What to send as Authorization; empty before the registry has asked for it."""
        return self._header

    def challenged(self, challenges: list[str]) -> bool:
        """Answer a 401. Whether another try makes sense.

        Raises:
            AccessError: the server for tokens gives none.
            RegistryError: it cannot be asked, or is no place for credentials.
        """
        asked = {text.split(None, 1)[0].lower(): text for text in challenges if text.strip()}
        before = self._header
        self._who = who = self._find() if self._who is None else self._who
        if "bearer" in asked:
            told = dict(_PARAMETER.findall(asked["bearer"]))
            self._header = f"Bearer {who.registry_token or self._token(who, told)}"
        elif "basic" in asked and who.user:
            self._header = _basic(who)
        return self._header != before

    def _token(self, who: Credentials, told: dict[str, str]) -> str:
        realm, service = told.get("realm", ""), told.get("service", "")
        given = {"service": service, "scope": self._scope} if service else {"scope": self._scope}
        # This server gets no Authorization but the one that is meant for it.
        authority, self._transport.authority = self._transport.authority, None
        try:
            url = self._transport.follow("/v2/", realm, {} if who.identity_token else given)
            if who.identity_token:
                form = {
                    **given,
                    "client_id": _CLIENT,
                    "grant_type": "refresh_token",
                    "refresh_token": who.identity_token,
                }
                answer = self._transport.ask(
                    "POST",
                    url,
                    headers={"Content-Type": "application/x-www-form-urlencoded"},
                    body=urlencode(form).encode(),
                    limit=_LARGEST,
                )
            else:
                headers = {"Authorization": _basic(who)} if who.user else {}
                answer = self._transport.ask("GET", url, headers=headers, limit=_LARGEST)
        finally:
            self._transport.authority = authority
        try:
            made = msgspec.json.decode(answer.body, type=_Token)
        except (ValueError, RecursionError) as error:
            raise AccessError("the server for tokens gives none", where=url.partition("?")[0]) from error
        token = made.token or made.access_token
        if not _SENDABLE.fullmatch(token):
            raise AccessError("the server for tokens gives none", where=url.partition("?")[0])
        return token


def _basic(who: Credentials) -> str:
    return "Basic " + base64.b64encode(f"{who.user}:{who.password}".encode()).decode()
