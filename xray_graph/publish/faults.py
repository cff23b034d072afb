"""What a registry gives as the reason when it does not do what it was asked. Used by `transport`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import msgspec

from xray_graph.errors import RegistryError

_ENOUGH: Final = 4096  # bytes of an answer


class _Fault(msgspec.Struct):
    code: str = ""
    message: str = ""


class _Faults(msgspec.Struct):
    errors: list[_Fault] = []


def reason_in(pieces: Iterator[bytes]) -> str:
    """The reason in an answer's body, behind a comma and cut short; empty when it gives none."""
    try:
        fault = msgspec.json.decode(b"".join(_first(pieces, _ENOUGH)), type=_Faults).errors[0]
    except (ValueError, IndexError, RecursionError):
        return ""
    return f", {fault.code}: {fault.message}"[:200]


def _first(pieces: Iterator[bytes], limit: int) -> Iterator[bytes]:
    """About the first bytes; an answer that fails on the way has said enough."""
    with contextlib.suppress(RegistryError):
        for piece in pieces:
            yield piece[:limit]
            limit -= len(piece)
            if limit <= 0:
                return
