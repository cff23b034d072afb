"""Conditions of Rust's `#[cfg(...)]`, judged for the platform that maps are made for: Linux on x86-64.

Used only to choose between several declarations of one name. Every feature counts as on, `test` as off.
Called by `modules`.
"""

from __future__ import annotations

import functools
import re
from typing import Final

_TOKEN: Final = re.compile(r'\s*([A-Za-z_]\w*|"[^"]*"|[(),=])')
_SET: Final = frozenset({"unix", "debug_assertions", "panic", "doc_auto_cfg"})
_VALUES: Final = {
    "target_arch": ("x86_64",),
    "target_os": ("linux",),
    "target_family": ("unix",),
    "target_env": ("gnu",),
    "target_endian": ("little",),
    "target_pointer_width": ("64",),
    "target_vendor": ("unknown",),
    "target_feature": ("sse2", "fxsr"),
    "target_has_atomic": ("8", "16", "32", "64", "ptr"),
    "panic": ("unwind",),
}
PREFIX: Final = "cfg="


def built(attributes: tuple[str, ...]) -> bool:
    """Whether a declaration with these attributes is part of the build."""
    return all(satisfied(one[len(PREFIX) :]) for one in attributes if one.startswith(PREFIX))


@functools.cache
def satisfied(condition: str) -> bool:
    """Whether one condition holds; one that can not be read does."""
    tokens = _TOKEN.findall(condition)
    if not tokens:
        return True
    value, _ = _predicate(tokens, 0)
    return value


def _predicate(tokens: list[str], at: int) -> tuple[bool, int]:
    word = tokens[at]
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    if after == "(":
        values: list[bool] = []
        at += 2
        while at < len(tokens) and tokens[at] != ")":
            if tokens[at] == ",":
                at += 1
                continue
            value, at = _predicate(tokens, at)
            values.append(value)
        at += 1
        if word == "not":
            return not (values and values[0]), at
        return (any(values) if word == "any" else all(values)), at
    if after == "=":
        wanted = tokens[at + 2].strip('"') if at + 2 < len(tokens) else ""
        return word == "feature" or wanted in _VALUES.get(word, ()), at + 3
    return word in _SET, at + 1
