"""The scopes of one file, nested, and the answer to "which scope is this byte in?".

Regions come as byte ranges, each the region of a declaration or of a plain block. They nest because
they are nodes of one tree. Knows nothing of names. Called by `extract`.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from xray_graph.model import NONE, Scope

FILE: Final = 0


class Regions:
    """Scopes in order of their start; scope 0 is the file."""

    def __init__(self, size: int, ranges: list[tuple[int, int, int]]) -> None:
        """`ranges` holds (start, end, declaration or -1), in any order; `size` is the file's length."""
        self.scopes: list[Scope] = [Scope(NONE, 0, size, NONE)]
        self.of_declaration: dict[int, int] = {}
        self._owner: list[int] = [NONE]
        self._starts: list[int] = [0]
        self._scope_from: list[int] = [FILE]
        open_scopes: list[int] = [FILE]
        seen: dict[tuple[int, int], int] = {}
        for start, end, declaration in sorted(ranges, key=_outermost_first):
            while self.scopes[open_scopes[-1]].end <= start and len(open_scopes) > 1:
                closed = open_scopes.pop()
                self._mark(self.scopes[closed].end, open_scopes[-1])
            twin = seen.get((start, end))
            if twin is not None and declaration == NONE:
                continue  # a block that is exactly a declaration's own region
            number = len(self.scopes)
            parent = open_scopes[-1]
            self.scopes.append(Scope(parent, start, end, declaration))
            self._owner.append(declaration if declaration != NONE else self._owner[parent])
            if declaration != NONE:
                self.of_declaration[declaration] = number
            seen[start, end] = number
            open_scopes.append(number)
            self._mark(start, number)
        while len(open_scopes) > 1:
            closed = open_scopes.pop()
            self._mark(self.scopes[closed].end, open_scopes[-1])

    def _mark(self, at: int, scope: int) -> None:
        if self._starts[-1] == at:
            self._scope_from[-1] = scope
        else:
            self._starts.append(at)
            self._scope_from.append(scope)

    def declare(self, start: int, end: int, declaration: int) -> int:
        """A scope of its own for what a comment of the file declares; no code is in it."""
        self.scopes.append(Scope(FILE, start, end, declaration))
        return len(self.scopes) - 1

    def at(self, byte: int) -> int:
        """The innermost scope that holds `byte`."""
        return self._scope_from[bisect_right(self._starts, byte) - 1]

    def owner(self, scope: int) -> int:
        """The declaration whose region this scope lies in, or -1 for the file's top level."""
        return self._owner[scope]

    def of_owner(self, scope: int) -> int:
        """The whole region of the declaration that `scope` lies in, or the file's."""
        while scope != FILE and self.scopes[scope].declaration == NONE:
            scope = self.scopes[scope].parent
        return scope

    def around(self, declaration: int, start: int) -> int:
        """The scope a declaration is declared in: the one outside its own region."""
        own = self.of_declaration.get(declaration)
        return self.at(start) if own is None else self.scopes[own].parent


def _outermost_first(region: tuple[int, int, int]) -> tuple[int, int, int]:
    start, end, declaration = region
    return (start, -end, -declaration)
