"""What a Rust path names at a place: the blocks around it first, then its module.

Called by `types`; rests on `modules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.rust.modules import Item, Modules, is_module, module_of, uses

if TYPE_CHECKING:
    from xray_graph.model import Import
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

_HOLDERS: Final = frozenset({"impl", "trait", "struct", "enum"})


class Names:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world
        self.modules = Modules(project)

    def view_of(self, path: str, symbol: str) -> tuple[FileView, int] | None:
        """A declaration by its name; that it and what it lies in were read is recorded."""
        self.world.touch(path, symbol)
        view = self.project.views.get(path)
        index = None if view is None else view.index_of(symbol)
        if view is None or index is None:
            return None
        parent = view.declarations[index].parent
        if parent != NONE:
            self.world.touch(path, view.symbols[parent])
        return view, index

    def item(self, view: FileView, scope: int, segments: list[str], space: str) -> Item | None:
        """What a path names at a place: the blocks around it first, then its module."""
        first = segments[0]
        at = scope
        while at != NONE and first not in ("crate", "self", "super", "", "$crate"):
            owner = view.facts.scopes[at].declaration
            if at == 0 or (owner != NONE and view.declarations[owner].kind == "module"):
                break
            # Members of an impl or trait have no names without what they are members of.
            if owner == NONE or view.declarations[owner].kind not in _HOLDERS:
                found = self._in_block(view, at, segments, space)
                if found is not None:
                    return found
            at = view.facts.scopes[at].parent
        return self.modules.resolve(view.path, module_of(view, scope), segments, space)

    def _in_block(self, view: FileView, scope: int, segments: list[str], space: str) -> Item | None:
        first, rest = segments[0], segments[1:]
        here: Item | None = None
        local = self.modules.of_space(view, view.declared(scope, first), "type" if rest else space)
        if local:
            here = Item("decl", view.path, view.symbols[local[-1]])
        if here is None:
            here = self._used_in_block(view, scope, first, "type" if rest else space)
        for position, name in enumerate(rest):
            if here is None:
                return None
            here = self.modules.step(here, name, space if position == len(rest) - 1 else "type")
        return here

    def _used_in_block(self, view: FileView, scope: int, name: str, space: str) -> Item | None:
        """What a `use` inside a function brings in."""
        for one in _uses(view).get(scope, ()):
            if one.alias == name:
                return self.modules.imported(view.path, module_of(view, scope), one, space)
            if one.name == "*":
                holder = self.item(view, view.facts.scopes[scope].parent, one.module.split("::"), "type")
                made = None
                if holder is not None and holder.kind != "ext":
                    made = self.modules.step(holder, name, space)
                if made is not None and made.kind != "member":
                    return made
        return None

    @staticmethod
    def segments(view: FileView, expression: int) -> tuple[list[str], int]:
        """The segments of a path, and the expression it begins with where that is no plain name."""
        found: list[str] = []
        while expression != NONE:
            row = view.expressions[expression]
            if row[0] == Op.APPLY:
                expression = row[2]
                continue
            if row[0] == Op.NAME:
                found.append(view.strings[row[1]])
                return found[::-1], NONE
            if row[0] != Op.MEMBER or len(row) < 4:
                return found[::-1], expression
            found.append(view.strings[row[1]])
            if row[2] == NONE:
                found.append("")
                return found[::-1], NONE
            expression = row[2]
        return found[::-1], NONE


def _uses(view: FileView) -> dict[int, list[Import]]:
    """The uses of a file by the scope they stand in, the named ones first."""
    known: dict[int, list[Import]] | None = view.memo.get("rs.uses")
    if known is None:
        known = {}
        for one in sorted(uses(view), key=lambda i: i.name == "*"):
            if not is_module(one):
                known.setdefault(one.scope, []).append(one)
        view.memo["rs.uses"] = known
    return known
