"""What a test's parameters are: the fixtures of their name, found as pytest finds them.

First those of the test's class, with its bases and the classes around it, then those of its file, then of the
nearest `conftest.py` above; both may import them. A fixture goes by the `name=` of its decorator. Called by
`unstated`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.python.names import DECLARATION, FILE, IMPORT, names_of
from xray_graph.resolve.languages.python.values import UNKNOWN, Atom, Value, last, union

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.model import Declaration
    from xray_graph.resolve.languages.python.types import Types
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

_CONFTEST: Final = "conftest.py"
_STAR: Final = "*"


class Fixtures:
    def __init__(self, types: Types) -> None:
        self._types = types

    def asked(self, view: FileView, name: str, asker: int) -> Value:
        """What the fixture of a name gives to a test or another fixture, `asker`."""
        if _is_given(view, asker, name):
            return UNKNOWN
        found = self._of_class(view, name, asker) or self._of_file(view, name, asker)
        if found is not None:
            return self._given_by(*found)
        folder = posixpath.dirname(view.path)
        while True:
            path = posixpath.join(folder, _CONFTEST)
            if path != view.path and any(
                self._types.world.get(("py.fixture", path, one)) for one in (name, _STAR)
            ):
                found = self._of_file(self._types.project.views[path], name, NONE)
                if found is not None:
                    return self._given_by(*found)
            if not folder:
                return UNKNOWN
            folder = posixpath.dirname(folder)

    def _of_class(self, view: FileView, name: str, asker: int) -> tuple[str, str] | None:
        owner = self._types.owner_class(view, asker)
        while owner != NONE:
            found = self._of_members(view.path, view.symbols[owner], name)
            if found is not None and found != (view.path, view.symbols[asker]):
                return found
            # What overrides one of a base class hides it: the class has one of a name, and asks further out.
            owner = self._types.owner_class(view, owner)
        return None

    def _of_members(self, path: str, symbol: str, name: str) -> tuple[str, str] | None:
        """The fixture among a class's members, its own before those of its bases."""
        for entry in self._types.classes.order(path, symbol):
            if entry[0] != "C":
                continue
            self._types.world.touch(entry[1], entry[2])
            there = self._types.project.views[entry[1]]
            for index in fixtures_of(there).get(name, ()):
                parent = there.declarations[index].parent
                if parent != NONE and there.symbols[parent] == entry[2]:
                    return entry[1], there.symbols[index]
        return None

    def _of_file(self, view: FileView, name: str, asker: int) -> tuple[str, str] | None:
        """The fixture of a file's top level, or one that it imports."""
        for index in fixtures_of(view).get(name, ()):
            if index != asker and view.declarations[index].parent == NONE:
                return view.path, view.symbols[index]
        modules = self._types.modules
        taken = [
            target
            for one in names_of(view).of(FILE, name)
            if one.what == IMPORT
            for target in modules.imported(view, view.facts.imports[one.row])
        ]
        for target in taken or modules.starred(view, name):
            if target[0] != "top":
                continue
            self._types.world.get(("py.top", target[1], target[2]))
            there = self._types.project.views[target[1]]
            for made in names_of(there).of(FILE, target[2]):
                if made.what == DECLARATION and "fixture" in there.declarations[made.row].attributes:
                    return target[1], there.symbols[made.row]
        return None

    def _given_by(self, path: str, symbol: str) -> Value:
        """What a fixture returns, or yields once. A function that it gives is known by its result alone."""
        calls, iterated = self._types.calls, self._types.containers.iterated
        result = calls.call(("F", path, symbol), [])
        value = union(*(iterated((atom,)) if _is_generator(atom) else (atom,) for atom in result))
        found: list[Value] = []
        for atom in value:
            if atom[0] in ("F", "M"):
                found.append((("K", None, calls.call(atom, [])),))
            else:
                found.append((("CC", *atom[1:]),) if atom[0] == "C" else (atom,))
        return union(*found)


def fixture_keys(view: FileView) -> Iterator[tuple[Key, int]]:
    """The keys under which tests below a `conftest.py` find what it has; its imports may be fixtures."""
    if posixpath.basename(view.path) != _CONFTEST:
        return
    for name, indices in fixtures_of(view).items():
        yield ("py.fixture", view.path, name), indices[0]
    for name in sorted({one.alias or one.name for one in view.facts.imports if one.name}):
        yield ("py.fixture", view.path, name), NONE


def fixtures_of(view: FileView) -> dict[str, list[int]]:
    """The fixtures that a file declares, by the name that tests ask for; of two of one name the later."""
    known: dict[str, list[int]] | None = view.memo.get("py.fixtures")
    if known is None:
        known = view.memo["py.fixtures"] = {}
        last = {(one.parent, one.name): index for index, one in enumerate(view.declarations)}
        for index, one in enumerate(view.declarations):
            if "fixture" in one.attributes and last[one.parent, one.name] == index:
                known.setdefault(_asked_as(view, one), []).append(index)
    return known


def _is_given(view: FileView, asker: int, name: str) -> bool:
    """Whether `parametrize` gives a test, or its class, other values in the place of a fixture."""
    while asker != NONE:
        for decorator in view.declarations[asker].decorators:
            row = view.expressions[decorator]
            callee = view.expressions[row[2]] if row[0] == Op.CALL else ()
            if not callee or callee[0] != Op.MEMBER or view.strings[callee[1]] != "parametrize":
                continue
            arguments = {view.name(one): one for one in row[3:] if view.expressions[one][0] == Op.KEYWORD}
            stated = arguments.get("argnames", row[3] if len(row) > 3 else NONE)
            if stated != NONE and "indirect" not in arguments and name in _words(view, stated):
                return True
        asker = view.declarations[asker].parent
    return False


def _words(view: FileView, expression: int) -> list[str]:
    """`"a, b"`, `("a", "b")`: the names in it."""
    row = view.expressions[expression]
    if row[0] == Op.KEYWORD:
        return _words(view, row[2])
    if row[0] == Op.SEQUENCE:
        return [word for one in row[2:] for word in _words(view, one)]
    text = view.strings[row[1]].strip("\"'") if row[0] == Op.LITERAL else ""
    return [word.strip() for word in text.split(",")]


def _asked_as(view: FileView, one: Declaration) -> str:
    for decorator in one.decorators:
        row = view.expressions[decorator]
        for argument in row[3:] if row[0] == Op.CALL else ():
            inner = view.expressions[argument]
            if inner[0] != Op.KEYWORD or inner[2] == NONE or view.strings[inner[1]] != "name":
                continue
            text = view.name(inner[2]).strip("\"'")
            if view.expressions[inner[2]][0] == Op.LITERAL and text.isidentifier():
                return text
    return one.name


def _is_generator(atom: Atom) -> bool:
    return atom[0] == "E" and last(atom[1]) in (
        "Generator",
        "Iterator",
        "AsyncGenerator",
        "AsyncIterator",
        "Iterable",
    )
