"""The words people wrote around code: doc comments and signatures, cleaned. Called by `declarations`."""

from __future__ import annotations

from typing import Final

MAX_DOC: Final = 2000  # characters kept of a comment
MAX_SIGNATURE: Final = 300


def signature_text(raw: bytes) -> str:
    """One line of at most 300 characters, with any white space as one blank."""
    text = raw[: MAX_SIGNATURE * 4].decode("utf-8", "replace")
    return " ".join(text.split()).rstrip("{:;").rstrip()[:MAX_SIGNATURE]


def comment_text(raw: bytes, prefixes: tuple[str, ...]) -> str:
    """A comment or docstring without its markers; lines stay lines."""
    text = raw[: MAX_DOC * 4].decode("utf-8", "replace").strip()
    for quote in ('"""', "'''", '"', "'"):
        if text.endswith(quote):
            start = text.find(quote)
            if 0 <= start <= 2:
                text = text[start + len(quote) : -len(quote)]
                break
    lines = [_bare(line.strip(), prefixes) for line in text.removesuffix("*/").splitlines()]
    return "\n".join(lines).strip()[:MAX_DOC]


def _bare(line: str, prefixes: tuple[str, ...]) -> str:
    for prefix in prefixes:
        if line.startswith(prefix):
            return line[len(prefix) :].strip()
    if line.startswith("*"):
        return line[1:].strip()
    return line
