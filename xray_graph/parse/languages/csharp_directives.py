"""Conditional directives of C# that split what the parser wants whole: one arm is kept, the others blanked.

Both arms of a group are read where the parser takes them. Where it stumbles, the first arm is kept, or
the last one where the first is for the lack of something (`#if !HAVE_X`). Called by `extract` through
`languages.csharp`, only for files with errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from xray_graph.parse.languages.c_conditions import Arm, conditions_of


def one_arm_near(text: bytes, wrong: list[tuple[int, int]]) -> bytes:
    """Keep one arm of each group that an unreadable line lies in."""
    starts = [0, *(found.end() for found in re.finditer(b"\n", text))]
    spans = [
        (starts[first - 1], starts[min(last, len(starts) - 1)])
        for first, last in wrong
        if 0 < first <= len(starts)
    ]
    return _kept(text, lambda start, end: any(start < b and a < end for a, b in spans))


def one_arm(text: bytes, wrong: list[tuple[int, int]]) -> bytes:  # noqa: ARG001 - a repair's arguments
    """Keep one arm of every group."""
    return _kept(text, lambda _start, _end: True)


def _kept(text: bytes, is_meant: Callable[[int, int], bool]) -> bytes:
    conditions = conditions_of(text)
    groups: dict[int, list[Arm]] = {}
    for arm in conditions.arms:
        groups.setdefault(arm.group, []).append(arm)
    changed = bytearray(text)
    for group, arms in groups.items():
        end = conditions.ends.get(group, len(text))
        if not is_meant(arms[0].open, end):
            continue
        denied = arms[0].written.startswith("if !") and len(arms) > 1
        chosen = arms[-1] if denied else arms[0]
        _blank(changed, arms[0].open, chosen.start)
        _blank(changed, chosen.end, end)
    return bytes(changed)


def _blank(text: bytearray, start: int, end: int) -> None:
    """Blanks in place of all but line ends."""
    text[start:end] = re.sub(rb"[^\r\n]", b" ", bytes(text[start:end]))
