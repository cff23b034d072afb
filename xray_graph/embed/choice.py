"""Which embedder: the one that the settings ask for, or that a fingerprint names.

Called by the command line and the server with their settings, and by `retrieve` with a map's fingerprint.
What speaks to servers is imported when one is asked for: it takes several times as long as the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from xray_graph.config import EmbedSettings
from xray_graph.embed.builtin import FULL, Builtin
from xray_graph.embed.embedder import Embedder

if TYPE_CHECKING:
    from xray_graph.embed.endpoint import Endpoint

_BUILTIN: Final = re.compile(r"^builtin-.*/dims=(?P<dims>\d{1,4})/input=(?P<input>\d{1,9})/")


def make_embedder(settings: EmbedSettings) -> Embedder | None:
    """The embedder that the settings ask for; None for `none`.

    Raises:
        UsageError: the settings do not fit the embedder.
    """
    if settings.embedder == "none":
        return None
    if settings.embedder == "builtin":
        return Builtin(settings.dims, settings.max_input_chars)
    from xray_graph.embed.openai import OpenAI

    return OpenAI(_endpoint(settings), settings.model, settings.dims, settings.max_input_chars)


def opener(settings: EmbedSettings | None = None) -> Callable[[str], Embedder | None]:
    """Who embeds questions in the space of a fingerprint: `embedder_for`, and the server of the settings.

    Raises:
        UsageError: the settings name no server that text may be sent to.
    """
    if settings is None or settings.embedder != "openai":
        return embedder_for
    from xray_graph.embed.openai import OpenAI, described

    endpoint, model = _endpoint(settings), settings.model
    OpenAI(endpoint, model, settings.dims)  # what is wrong with the settings is said now

    def open_(fingerprint: str) -> Embedder | None:
        told = described(fingerprint)
        if told is None:
            return embedder_for(fingerprint)
        return OpenAI(endpoint, *told) if told.model == model else None

    return open_


def destination(settings: EmbedSettings) -> str:
    """The address that text would be sent to; empty when it stays in this process.

    Raises:
        UsageError: the settings name no address that text may be sent to.
    """
    return _endpoint(settings).url if settings.embedder == "openai" else ""


def _endpoint(settings: EmbedSettings) -> Endpoint:
    from xray_graph.embed.endpoint import Endpoint

    return Endpoint(settings.endpoint, plain_http=settings.plain_http)


def embedder_for(fingerprint: str) -> Embedder | None:
    """The embedder of this process whose vectors have that fingerprint; None when there is none."""
    found = _BUILTIN.search(fingerprint)
    if not found or not 1 <= int(found["dims"]) <= FULL:
        return None
    embedder = Builtin(int(found["dims"]), int(found["input"]))
    return embedder if embedder.fingerprint == fingerprint else None
