"""Which `macro_rules!` an invocation of Rust names.

Of its file, of a module by a path or `use`, of its crate where only one has the name, or one that another
crate exports. Called by `resolver` for edges and by `results` for what one gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.model import Evidence

if TYPE_CHECKING:
    from xray_graph.model import Return
    from xray_graph.resolve.languages.rust.modules import Item
    from xray_graph.resolve.languages.rust.names import Names
    from xray_graph.resolve.view import FileView


_RULE: Final = "rule "  # see `parse.languages.rust_values`
_NOT_READ: Final = "rule *"


class Macro(NamedTuple):
    path: str
    symbol: str
    evidence: Evidence


class Macros:
    def __init__(self, names: Names) -> None:
        self._names = names
        self._modules = names.modules
        self._world = names.world

    def named(self, view: FileView, expression: int, scope: int) -> Macro | None:
        """The macro that a path names at a place; None for one of a procedure or from outside."""
        segments, _ = self._names.segments(view, expression)
        name = segments[-1]
        own = _of_file(view).get(name)
        if own is not None and (len(segments) == 1 or segments[0] in ("crate", "$crate", "self")):
            return Macro(view.path, own, Evidence.LEXICAL)
        item = self._names.item(view, scope, segments, "macro")
        if item is not None:
            return Macro(item.path, item.symbol, Evidence.IMPORT) if item.kind == "decl" else None
        crate = self._modules.crate(view.path)
        near = [
            (path, index)
            for path, index in self._world.get(("rs.macro", name))
            if self._modules.crate(path) == crate
        ]
        if len(near) == 1:
            path, index = near[0]
            symbol = self._names.project.views[path].symbols[index]
            self._world.touch(path, symbol)
            return Macro(path, symbol, Evidence.SAME_PACKAGE)
        item = None if near or len(segments) > 1 else self._used(crate, name)
        return None if item is None else Macro(item.path, item.symbol, Evidence.IMPORT)

    def rule(self, macro: Macro, count: int) -> tuple[FileView, int, Return, list[str]] | None:
        """What a macro's rule for so many arguments gives, with the file and index of the macro, and the
        names that it has for the arguments; None where a rule before that may take them too.
        """
        place = self._names.view_of(macro.path, macro.symbol)
        if place is None:
            return None
        self._world.touch_whole(macro.path)
        view, index = place
        for one in _rules(view).get(index, ()):
            names = [name for name in one.kind[len(_RULE) :].split(",") if name]
            if one.kind == _NOT_READ:
                return None
            if len(names) == count:
                return view, index, one, names
        return None

    def _used(self, root: str, name: str) -> Item | None:
        """What `#[macro_use] extern crate x;` at the root of a crate makes known in all of it."""
        view = self._names.project.views.get(root)
        if view is None:
            return None
        self._world.touch(root, "")
        for one in view.facts.imports:
            if one.kind.startswith("crate") and not one.scope:
                other = self._modules.packages.external(root, one.name)
                found = None if other is None or other == root else self._modules.exported(other, name)
                if found is not None:
                    return found
        return None


def _of_file(view: FileView) -> dict[str, str]:
    """The macros that a file defines, name → symbol."""
    known: dict[str, str] | None = view.memo.get("rs.macros")
    if known is None:
        known = {}
        for one, symbol in zip(view.declarations, view.symbols, strict=True):
            if one.kind == "macro":
                known.setdefault(one.name, symbol)
        view.memo["rs.macros"] = known
    return known


def _rules(view: FileView) -> dict[int, list[Return]]:
    """What the rules of a file's macros give, by the index of the macro."""
    known: dict[int, list[Return]] | None = view.memo.get("rs.rules")
    if known is None:
        known = {}
        for one in view.facts.returns:
            if one.kind.startswith(_RULE):
                known.setdefault(one.declaration, []).append(one)
        view.memo["rs.rules"] = known
    return known
