"""What of a declaration other files can see, as a digest: names, types, bases, members; no body, no place.

Two versions of a file whose surfaces are equal look the same from outside, so nothing outside has to be
resolved again. Where a function states no result type its `return`s and locals are its surface too,
because readers may work the type out from them; and what stands in a function may rest on all that
stands around it. Called by `incremental`, for changed files only.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from xray_graph.graph.ids import PLAIN_NAMESPACES
from xray_graph.model import CALLABLES, CONTAINERS, NONE, Op

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

_SCOPED: Final = frozenset({int(Op.COMPREHENSION), int(Op.WITHIN)})
_DECLARED: Final = frozenset({int(Op.FUNC), int(Op.OBJECT), int(Op.TYPE_DECL), int(Op.NEW)})
_ENCODER: Final = msgspec.msgpack.Encoder()


class Surfaces:
    """The surfaces of one version of one file."""

    def __init__(self, view: FileView) -> None:
        self._view = view
        self.whole = hashlib.blake2b(view.packed.data, digest_size=16).digest()  # all that the file says
        self._rendered: list[bytes] = []
        self._made: dict[
            int, bytes
        ] = {}  # declaration -> the expression that makes it, as an object's entries
        self._twins: dict[tuple[int, str], list[str]] = {}  # what has one name, in its order
        for one, symbol in sorted(
            zip(view.declarations, view.symbols, strict=True), key=lambda two: two[0].start
        ):
            if one.name:
                self._twins.setdefault((one.scope, one.name), []).append(f"{one.kind} {symbol}")
        self._parts = Counter(view.symbols)  # a symbol -> how many declarations it has
        self._opened = self._words_open()
        self._render_expressions()
        self._owned: dict[int, list[Any]] = {}
        self._collect()

    def of_file(self) -> dict[str, bytes]:
        """Symbol → digest, the file's head under "". Parts of one node are digested together."""
        view = self._view
        parts: dict[str, list[bytes]] = {"": [self._head()]}
        own = [self._own(i) for i in range(len(view.declarations))]
        for index, symbol in enumerate(view.symbols):
            parts.setdefault(symbol, []).append(own[index])
            parent = view.declarations[index].parent
            while parent != NONE and view.declarations[parent].kind in CONTAINERS:
                parts.setdefault(view.symbols[parent], []).append(own[index])
                parent = view.declarations[parent].parent
        return {symbol: _digest(sorted(found)) for symbol, found in parts.items()}

    def names(self) -> bytes:
        """What the file declares, by name and kind."""
        declared = zip(self._view.symbols, self._view.declarations, strict=True)
        return _digest(sorted((symbol, one.kind) for symbol, one in declared))

    def of_entry(self, index: int) -> bytes:
        """The surface of what a World entry of this file stands for; a negative index is the head."""
        return self._head() if index < 0 else self._own(index)

    def _head(self) -> bytes:
        facts = self._view.facts
        return _digest(
            [
                facts.package,
                facts.attributes,
                [(i.module, i.name, i.alias, i.kind, i.scope) for i in facts.imports],
                self._used_from(),
                self._namespaces(),
                [(e.name, self._at(e.expression)) for e in facts.exports],
                self._owned.get(NONE, []),
            ]
        )

    def _around(self, index: int) -> list[str]:
        """The namespaces around a declaration, innermost first, where its symbol does not say them."""
        declarations, found = self._view.declarations, []
        parent = declarations[index].parent if self._view.head.language in PLAIN_NAMESPACES else NONE
        while parent != NONE:
            if declarations[parent].kind == "namespace":
                found.append(declarations[parent].name)
            parent = declarations[parent].parent
        return found

    def _holder(self, index: int) -> list[object]:
        """What heads that of several declarations of one symbol in which a declaration stands."""
        parent = self._view.declarations[index].parent
        if parent == NONE or self._parts[self._view.symbols[parent]] == 1:
            return []
        one, at = self._view.declarations[parent], self._at
        types = [(name, at(e)) for name, e in one.type_parameters]
        return [one.kind, at(one.type), [(how, at(e)) for how, e in one.bases], types]

    def _words_open(self) -> list[tuple[int, bytes]]:
        """Where macros open or close namespaces, each with a digest of what is open from there on."""
        words = [one for one in self._view.facts.imports if one.kind in ("opens", "closes")]
        still: list[int] = []
        closed: set[int] = set()
        for k, one in enumerate(words):
            if one.kind == "opens":
                still.append(k)
            elif still:
                closed |= {still.pop(), k}
        found, around = [], [b""]
        for k in sorted(closed):
            if words[k].kind == "opens":
                around.append(_digest([around[-1], words[k].module, words[k].name]))
            else:
                around.pop()
            found.append((words[k].start, around[-1]))
        return found

    def _opened_at(self, start: int) -> bytes:
        k = bisect_left(self._opened, (start,))
        return self._opened[k - 1][1] if k else b""

    def _namespaces(self) -> list[tuple[str, int]]:
        """The namespaces in their order, each with how many declarations stand around it: how they nest."""
        declarations, found = self._view.declarations, []
        for one in declarations:
            if one.kind == "namespace":
                depth, parent = 0, one.parent
                while parent != NONE:
                    depth, parent = depth + 1, declarations[parent].parent
                found.append((one.name, depth))
        return found

    def _used_from(self) -> list[list[str]]:
        """Which members that are defined outside their class stand before each `using namespace`."""
        view = self._view
        starts = [one.start for one in view.facts.imports if one.kind == "using" and one.name == "*"]
        both = zip(view.declarations, view.symbols, strict=True) if starts else ()
        outside = [(one.start, symbol) for one, symbol in both if one.receiver != NONE]
        return [sorted(symbol for place, symbol in outside if place < start) for start in starts]

    def _own(self, index: int) -> bytes:
        one = self._view.declarations[index]
        at = self._at
        return _digest(
            [
                one.kind,
                self._view.symbols[index],
                self._around(index),
                self._holder(index),
                self._opened_at(one.start),
                self._twins.get((one.scope, one.name), ()),
                one.attributes,
                one.signature if one.kind == "macro" else "",  # it may open namespaces
                [at(e) for e in (one.receiver, one.type)],
                at(one.value) if one.type == NONE else b"",
                [(p.name, at(p.type), at(p.default), p.flags) for p in one.parameters],
                [at(e) for e in one.results],
                [(how, at(e)) for how, e in one.bases],
                [(name, at(e)) for name, e in one.type_parameters],
                [at(e) for e in one.decorators],
                self._owned.get(index, []),
                self._made.get(index, b""),
                self.whole if self._view.part(index) not in (index, NONE) else b"",
            ]
        )

    def _collect(self) -> None:
        """Assignments and top-level names; locals where others may have to read them.

        That is in functions that state no result, that assign to members, or that hold functions or
        classes of their own. Each row tells how many scopes into its owner it stands.
        """
        view = self._view
        facts = view.facts
        declarations = view.declarations
        in_comments = view.head.language == "javascript"  # where what is stated may be declared nowhere
        read = {
            i
            for i, one in enumerate(declarations)
            if one.body != NONE
            and (one.kind in CONTAINERS or (one.kind in CALLABLES and (not one.results or in_comments)))
        }
        if view.head.language == "python":  # a NamedTuple is taken apart in the order of its fields
            for inner in sorted(declarations, key=lambda one: one.start):
                if inner.kind == "field":
                    self._owned.setdefault(inner.parent, []).append(["field", inner.name])
        for one in facts.assignments:
            row: list[object] = [
                self._depth(one.scope),
                self._at(one.target),
                self._at(one.value),
                self._at(one.type),
            ]
            owner = view.caller(one.scope)
            read.add(owner)
            self._owned.setdefault(owner, []).append(row)
            while owner != NONE:  # a field set in a method shows on the class
                owner = view.declarations[owner].parent
                self._owned.setdefault(owner, []).append(row)
        for index, inner in enumerate(declarations):
            if inner.parent != NONE and declarations[inner.parent].kind in CALLABLES:
                read.add(inner.parent)
                row = [inner.kind, view.symbols[index], self._depth(inner.scope)]
                self._owned.setdefault(inner.parent, []).append(row)
        for given in facts.returns:
            if given.declaration in read:
                row = [given.kind, self._at(given.expression), self._depth(given.scope)]
                self._owned.setdefault(given.declaration, []).append(row)
        for bound in facts.bindings:
            owner = view.caller(bound.scope)
            if owner == NONE or owner in read:
                depth = self._depth(bound.scope)
                row = [bound.kind, bound.name, self._at(bound.type), self._at(bound.value), depth]
                self._owned.setdefault(owner, []).append(row)

    def _depth(self, scope: int) -> int:
        """How many scopes after its owner's a scope comes; 0 for the owner's own."""
        owner = self._view.caller(scope)
        body = self._view.declarations[owner].body if owner != NONE else 0
        return scope - body if owner != NONE else int(scope != 0)

    def _at(self, expression: int) -> bytes:
        return b"" if expression == NONE else self._rendered[expression]

    def _render_expressions(self) -> None:
        """Each expression as a digest of its words and its children's: children come first in the table."""
        view = self._view
        for op, name, *children in view.expressions:
            if op in _DECLARED:
                word: object = view.symbols[name] if name != NONE else ""
            elif op == Op.PART:
                word = name
            elif op in _SCOPED:
                word = self._depth(name)
            else:
                word = view.strings[name] if name != NONE else ""
            digest = _digest([op, word, [self._at(c) for c in children]])
            self._rendered.append(digest)
            if op in _DECLARED and name != NONE:
                self._made[name] = digest


def _digest(parts: object) -> bytes:
    return hashlib.blake2b(_ENCODER.encode(parts), digest_size=16).digest()
