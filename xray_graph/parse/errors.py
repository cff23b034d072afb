"""What the parser could not read: which parts of a tree are errors, and what to make of them.

A file with a syntax error keeps every declaration that parsed; the error's lines are reported, so
that the file counts as partial, also where a repair could read them after all. Repairs are tried in
this order, and each is kept only where it leaves fewer bytes in errors than without:

1. the language's own rewrites (`[[repairs]]` of its grammar.toml, and those of its hooks), for what is
   right in the language and wrong in the grammar; a rewrite keeps every byte in its place;
2. where errors hold much of the file still, its top-level slices are parsed each on its own, with
   their positions kept. A slice begins at a line that begins in the first column after a blank line or
   a closing brace.

Called by `extract`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import partial
from typing import TYPE_CHECKING, Final

from tree_sitter import Parser, Point, Range

from xray_graph.model import Diagnostic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, Tree

    from xray_graph.parse.extract import FileReader
    from xray_graph.parse.grammar import Grammar
    from xray_graph.parse.languages.base import Repairing

MAX_REPORTED: Final = 20  # syntax errors named a file; the rest is only counted
MAX_SLICES: Final = 2000  # a file with more is read as it is
SLICING_SHARE: Final = 0.02  # of the file's bytes in errors, from which slices are tried
MISSING_COST: Final = 8  # bytes that a token which the parser made up counts for

# A line that may begin a top-level construct: not indented, no closing bracket, no `else`.
_BEGINS: Final = rb"(?=[^\s)\]}#])"
_BEFORE: Final = (rb"(?<=\n\n)", rb"(?<=\n\r\n)", rb"(?<=\n}\n)", rb"(?<=\n};\n)")
_SLICE_START: Final = re.compile(b"|".join(before + _BEGINS for before in _BEFORE))


class Repair:
    """The trees to read of one file, and the lines that the parser could not read at first."""

    __slots__ = ("roots", "wrong")

    def __init__(self, roots: list[Node], wrong: list[tuple[int, int]]) -> None:
        self.roots = roots
        self.wrong = wrong


def roots(tree: Tree, data: bytes, grammar: Grammar, repairs: Sequence[Repairing] = ()) -> Repair:
    """The trees to read: the file's own, or those of a repair where that loses less."""
    root = tree.root_node
    if not root.has_error:
        return Repair([root], [])
    lost, wrong = _errors([root])
    best = [root]
    text = _rewritten(data, grammar)
    if text is not data:
        again = grammar.parser.parse(text).root_node
        left, _ = _errors([again])
        if left < lost:
            best, lost = [again], left
        else:
            text = data
    now = wrong
    for repair in repairs if lost else ():
        changed = repair(text, now)
        if changed == text:
            continue
        again = grammar.parser.parse(changed).root_node
        left, lines = _errors([again])
        if left < lost:
            best, lost, now, text = [again], left, lines, changed
    if lost > SLICING_SHARE * len(data):
        sliced = _slices(text, grammar)
        if sliced and _errors(sliced)[0] < lost:
            best = sliced
    return Repair(best, wrong)


def diagnose(reader: FileReader, repair: Repair) -> None:
    """Report the lines of the syntax errors, whether or not a repair could read them."""
    if not repair.wrong:
        return
    _, left = _errors(repair.roots)
    for lines, message in (
        (left, "these lines could not be parsed"),
        (_outside(repair.wrong, left), "these lines could be parsed only on their own"),
    ):
        for first, last in lines[:MAX_REPORTED]:
            reader.diagnostics.append(Diagnostic("parse-error", message, first, last))
        if len(lines) > MAX_REPORTED:
            more = f"{len(lines) - MAX_REPORTED} more syntax errors"
            reader.diagnostics.append(Diagnostic("parse-error", more, 0, 0))


def _errors(trees: list[Node]) -> tuple[int, list[tuple[int, int]]]:
    """The bytes that lie in errors, and the lines of each. Walks only into nodes that hold one."""
    lost, lines = 0, []
    todo = [root for root in reversed(trees) if root.has_error]
    while todo:
        node = todo.pop()
        if node.is_error or node.is_missing:
            lost += max(node.end_byte - node.start_byte, MISSING_COST)
            lines.append((node.start_point.row + 1, node.end_point.row + 1))
        if not node.is_error:
            todo += [child for child in reversed(node.children) if child.has_error or child.is_missing]
    return lost, lines


def _outside(wrong: list[tuple[int, int]], left: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The lines that were wrong at first and are now right, where nothing of them is wrong still."""
    merged: list[list[int]] = []
    for first, last in sorted(left):
        if merged and first <= merged[-1][1]:
            merged[-1][1] = max(last, merged[-1][1])
        else:
            merged.append([first, last])
    starts = [first for first, _ in merged]
    found = []
    for one in wrong:
        at = bisect_right(starts, one[1]) - 1  # the last that begins no later than this one ends
        if at < 0 or merged[at][1] < one[0]:
            found.append(one)
    return found


def _rewritten(data: bytes, grammar: Grammar) -> bytes:
    """The text after the language's rewrites, or `data` itself where none applies."""
    text = data
    for pattern, replacement in grammar.repairs:
        again = pattern.sub(partial(_padded, replacement=replacement), text)
        if len(again) == len(text) and again != text:
            text = again
    return text


def _padded(match: re.Match[bytes], replacement: bytes) -> bytes:
    """`replacement` for the match's first group, filled up with blanks to its length."""
    start, end = match.span(1)
    base = match.start()
    whole = match.group()
    return whole[: start - base] + replacement.ljust(end - start) + whole[end - base :]


def _slices(text: bytes, grammar: Grammar) -> list[Node]:
    """The trees of the top-level slices; a slice that fails is tried together with the next."""
    cuts = [0, *(m.start() for m in _SLICE_START.finditer(text)), len(text)]
    cuts = sorted(set(cuts))
    if not 2 < len(cuts) <= MAX_SLICES:
        return []
    rows = _rows(text, cuts)
    found: list[Node] = []
    parser = Parser(grammar.language)
    at = 0
    while at < len(cuts) - 1:
        best, best_end, best_lost = _parse(parser, text, rows[at], rows[at + 1]), at + 1, -1
        if best.has_error:
            best_lost = _errors([best])[0]
            # What an open bracket or a template string tore apart is whole again with what follows.
            for end in range(at + 2, min(at + 4, len(cuts))):
                longer = _parse(parser, text, rows[at], rows[end])
                alone = _parse(parser, text, rows[end - 1], rows[end])
                if _errors([longer])[0] < best_lost + _errors([alone])[0] and not longer.has_error:
                    best, best_end = longer, end
                    break
        found.append(best)
        at = best_end
    return found


def _rows(text: bytes, cuts: list[int]) -> list[tuple[int, int]]:
    """(byte, row) of each cut; all but the last stand in the first column."""
    found, row, before = [], 0, 0
    for cut in cuts:
        row += text.count(b"\n", before, cut)
        before = cut
        found.append((cut, row))
    return found


def _parse(parser: Parser, text: bytes, start: tuple[int, int], end: tuple[int, int]) -> Node:
    column = 0 if end[0] < len(text) else len(text) - (text.rfind(b"\n") + 1)
    parser.included_ranges = [Range(Point(start[1], 0), Point(end[1], column), start[0], end[0])]
    return parser.parse(text).root_node
