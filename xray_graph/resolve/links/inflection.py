"""Table names from class names, as mappers document them: `OrderLine` → `order_lines`.

The rules of English plurals that ActiveRecord, Eloquent and GORM share for regular words, and the
irregular words that all of them know. Called by `tables`.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SAME: Final = frozenset(
    {"equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police"}
)
_IRREGULAR: Final = {"person": "people", "man": "men", "child": "children", "move": "moves", "mouse": "mice"}
_RULES: Final = (
    (re.compile(r"(quiz)$"), r"\1zes"),
    (re.compile(r"(matr|vert|ind)(?:ix|ex)$"), r"\1ices"),
    (re.compile(r"(x|ch|ss|sh)$"), r"\1es"),
    (re.compile(r"([^aeiouy]|qu)y$"), r"\1ies"),
    (re.compile(r"(?:([^f])fe|([lr])f)$"), r"\1\2ves"),
    (re.compile(r"sis$"), "ses"),
    (re.compile(r"([ti])um$"), r"\1a"),
    (re.compile(r"(buffal|tomat)o$"), r"\1oes"),
    (re.compile(r"(bu)s$"), r"\1ses"),
    (re.compile(r"(alias|status)$"), r"\1es"),
    (re.compile(r"(ax|test)is$"), r"\1es"),
    (re.compile(r"s$"), "s"),
    (re.compile(r"$"), "s"),
)


def snake(name: str) -> str:
    """`OrderLine` → `order_line`, `HTTPLog` → `http_log`."""
    return _WORDS.sub("_", name).lower()


def plural(name: str) -> str:
    """The plural of the last word of a name in small letters."""
    head, underscore, word = name.rpartition("_")
    if word in _SAME:
        return name
    if word in _IRREGULAR:
        return f"{head}{underscore}{_IRREGULAR[word]}"
    for pattern, form in _RULES:
        if pattern.search(word):
            return f"{head}{underscore}{pattern.sub(form, word, count=1)}"
    return name


def singular(name: str) -> str:
    """The singular of a plural as `plural` makes it; a word that is none comes back as it is."""
    head, underscore, word = name.rpartition("_")
    for one, many in _IRREGULAR.items():
        if word == many:
            return f"{head}{underscore}{one}"
    if word in _SAME or word.endswith("ss"):
        return name
    for ending, form in _SINGULAR:
        if word.endswith(ending):
            return f"{head}{underscore}{word[: -len(ending)]}{form}"
    return name


_SINGULAR: Final = (
    *(("statuses", "status"), ("aliases", "alias"), ("buses", "bus"), ("movies", "movie"), ("ices", "ex")),
    *(("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("ves", "f"), ("s", "")),
)
