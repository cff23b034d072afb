"""Comments inside a body as questions of their own: what is said of a part of it, asked of the rest.

A comment of four to sixty words that is prose gives one more record: the comment is what is said first, the
body without it the thing. At most two of one body. Used by pairs.py.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Final

MOST: Final = 2  # of one body
FEWEST_WORDS: Final = 4
MOST_WORDS: Final = 60
LEAST_BODY: Final = 100  # characters that are left
PROSE: Final = 0.85  # share of letters and blanks
_SIGN: Final = re.compile(r"(?m)^[ \t]*#(?![!#:])[ \t]?([^\n]*(?:\n[ \t]*#(?!!)[ \t]?[^\n]*)*)$")
_SLASHES: Final = re.compile(
    r"(?m)^[ \t]*//+!?[ \t]?([^\n]*(?:\n[ \t]*//+[ \t]?[^\n]*)*)$|/\*+((?:[^*]|\*(?!/)){8,600})\*/"
)
_BY_LANGUAGE: Final = {
    **dict.fromkeys(("python", "ruby"), _SIGN),
    **dict.fromkeys(
        ("c", "cpp", "csharp", "go", "java", "javascript", "php", "rust", "tsx", "typescript"), _SLASHES
    ),
}
_CODE: Final = re.compile(
    r"[;{}=]|\w\(|->|@\w+|Copyright"
    r"|^\W*(?:TODO|FIXME|XXX|noqa|type:|pylint|eslint|nolint|lint|region|endregion|http)"
)
_MARGIN: Final = re.compile(r"(?m)^[ \t]*(?:#+|//+|\*+)[ \t]?")


def remarks(body: str, language: str, seed: str) -> Iterator[tuple[str, str]]:
    """(comment, body without it) of some comments below the first line."""
    pattern = _BY_LANGUAGE.get(language)
    if pattern is None:
        return
    found = []
    for match in pattern.finditer(body, max(body.find("\n"), 0)):
        said = _MARGIN.sub("", next(group for group in match.groups() if group is not None)).strip()
        count = len(said.split())
        letters = sum(one.isalpha() or one == " " for one in said)
        if FEWEST_WORDS <= count <= MOST_WORDS and letters >= PROSE * len(said) and not _CODE.search(said):
            found.append((said, body[: match.start()] + body[match.end() :]))
    for said, rest in random.Random(seed).sample(found, min(MOST, len(found))):
        if len(rest) >= LEAST_BODY:
            yield said, rest
