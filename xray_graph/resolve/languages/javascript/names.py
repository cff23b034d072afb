"""What a name means in a JavaScript or TypeScript file: scopes, imports, exports, re-exports.

Knows modules of both kinds. An ES module exports by its statements; a CommonJS module is the value that
is assigned to `module.exports`, with what is assigned to members of it. Targets of a name are

    ("name", path, name)      a name of a module's top level, declared there
    ("local", index)          a declaration in an inner scope of this file
    ("binding", binding)      a local variable or parameter
    ("module", path)          a whole module; ("external",) one outside
    ("export", path, name)    what an export statement gives that is no name: `export default f()`
    ("declaration", path, symbol)  one of another file that needs no import
    ("of", target, name)      a member of what a target stands for
    ("global",)               declared nowhere here

Called by `types`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.javascript.modules import Modules
from xray_graph.resolve.project import HEADER
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.model import Assignment, Binding, Import
    from xray_graph.resolve.languages.javascript.memory import Memory
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

Target: TypeAlias = "tuple[Any, ...]"
EXTERNAL_TARGET: Final[Target] = ("external",)
GLOBAL: Final[Target] = ("global",)
TYPE_KINDS: Final = frozenset({"class", "interface", "type", "enum"})
VALUE_KINDS: Final = frozenset({"function", "class", "enum", "variable", "constant", "module"})
NARROWED: Final = frozenset({"narrow", "guard", "exclude"})  # bindings of a name that is made further out
_GLOBAL_KINDS: Final = TYPE_KINDS | {"function", "module"}
_TYPE_NAMES: Final = TYPE_KINDS | {"module"}
_HIDDEN: Final = frozenset({"method", "field", "object", "namespace"})  # declared in a scope, no names of it


class CommonJs(NamedTuple):
    """What a file assigns to its exports. Values are (expression, scope, start)."""

    whole: tuple[tuple[int, int, int], ...]
    members: dict[str, list[Assignment]]


class Names:
    """Look-ups of names; those that cross files are recorded in the World."""

    def __init__(self, project: Project, memory: Memory) -> None:
        self._project = project
        self._world = project.world
        self._memory = memory
        self.modules = Modules(project)

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        """Top-level names, and the parts of interfaces and namespaces that other files add to."""
        script = _is_script(view)
        for index, one in enumerate(view.declarations):
            if one.scope == 0 and one.name and one.kind not in _HIDDEN and one.receiver == NONE:
                yield ("js.name", view.path, one.name), index
            if one.parent != NONE and view.declarations[one.parent].kind == "namespace":
                holder = view.declarations[one.parent].name
                if holder == "global":
                    yield ("js.global", one.name), index
                else:
                    yield ("js.augment", one.name), index
            elif script and one.scope == 0 and one.name and one.kind in _GLOBAL_KINDS:
                yield ("js.global", one.name), index
        made = {b.name for b in view.facts.bindings if b.scope == 0 and b.kind != "assign"}
        for name in sorted(made):
            yield ("js.name", view.path, name), HEADER

    # --- scopes -----------------------------------------------------------------------------------

    def lookup(self, view: FileView, scope: int, at: int, name: str, *, types: bool = False) -> Target:
        """What a bare name means at byte `at` of `scope`, as a value or as a type."""
        return self.inner(view, scope, name, types=types) or self.top(view, name, types=types)

    def inner(self, view: FileView, scope: int, name: str, *, types: bool = False) -> Target | None:
        """What a name means in a scope by the scopes of its file alone; None when none of them makes it."""
        made = _inner_names(view).get(name) if scope > 0 else None
        if made is None:
            return None
        key = (scope, types)
        if key not in made:
            made[key] = self._inner(view, scope, name, types=types)
        return made[key]

    def _inner(self, view: FileView, scope: int, name: str, *, types: bool) -> Target | None:
        scopes = view.facts.scopes
        kinds = _TYPE_NAMES if types else VALUE_KINDS
        while scope > 0:
            best = None if types else self._binding(view.bindings(scope, name))
            if best is not None:
                return ("binding", best)
            for index in self._declared(view, scope, name, kinds):
                return ("local", index)
            scope = scopes[scope].parent
        return None

    def top(self, view: FileView, name: str, *, types: bool = False) -> Target:
        """What a name means at a file's top level."""
        key = ("top", view.path, name, types)
        memory = self._memory
        known: Target | None = memory.settled.get(key)
        if known is None:
            doubts = memory.doubts
            known = self._top(view, name, types=types)
            if memory.doubts == doubts:
                memory.settled[key] = known
        return known

    def _top(self, view: FileView, name: str, *, types: bool) -> Target:
        kinds = _TYPE_NAMES if types else VALUE_KINDS
        for _, index in self._world.get(("js.name", view.path, name)):
            if not types if index == HEADER else view.declarations[index].kind in kinds:
                return ("name", view.path, name)
        self._world.touch(view.path, "")  # that it imports the name, or does not
        for one in view.imports(name):
            if one.kind not in ("export", "dynamic") and one.alias:
                return self.imported(view, one)
        entries = self._world.get(("js.global", name))
        fitting = [e for e in entries if self._project.views[e[0]].declarations[e[1]].kind in kinds]
        fitting = self.modules.closest(view.path, fitting)
        if fitting and (types or len({posixpath.dirname(e[0]) for e in fitting}) == 1):
            path, index = fitting[0]
            return ("declaration", path, self._project.views[path].symbols[index])
        return GLOBAL

    @staticmethod
    def _declared(view: FileView, scope: int, name: str, kinds: frozenset[str]) -> list[int]:
        found = [
            i
            for i in view.declared(scope, name)
            if view.declarations[i].kind in kinds and view.declarations[i].receiver == NONE
        ]
        if len(found) > 1:
            # `let f; f = function () {}`: the one with a body; overloads: the implementation; a
            # namespace of the same name adds members to what it is merged with.
            known = view.declarations
            found.sort(key=lambda i: (known[i].kind == "module", known[i].body == NONE, i))
        return found

    @staticmethod
    def _binding(bound: list[Binding]) -> Binding | None:
        """The binding that makes the name, else one that narrows it; assignments to it aside."""
        narrowed: Binding | None = None
        for one in bound:
            if one.kind in NARROWED and one.type != NONE:
                narrowed = narrowed or one
            elif one.kind not in ("assign", *NARROWED):
                return one
        return narrowed

    def declarations(self, path: str, name: str, kinds: frozenset[str]) -> list[int]:
        """The declarations of a top-level name, those with a body first."""
        view = self._project.views.get(path)
        if view is None:
            return []
        self._world.get(("js.name", path, name))
        return self._declared(view, 0, name, kinds)

    # --- modules ----------------------------------------------------------------------------------

    def imported(self, view: FileView, one: Import) -> Target:
        """What an import binds its alias to."""
        path = self.modules.find(view.path, one.module)
        if path is None:
            return self._ambient(one) or EXTERNAL_TARGET
        if path not in self._project.views:
            return EXTERNAL_TARGET
        script = self.modules.script(path) if view.path.endswith((".mjs", ".mts")) else None
        whole = one.name == "default" and script is not None and self.is_commonjs(script)  # as Node reads it
        return self.member_of_module(path, "" if whole else one.name, default_is_module=True)

    def _ambient(self, one: Import) -> Target | None:
        """A name of `declare module "x"` of the repository."""
        for path, index in self._world.get(("js.augment", one.name)) if one.name else ():
            view = self._project.views[path]
            if view.declarations[view.declarations[index].parent].name == one.module:
                return ("declaration", path, view.symbols[index])
        return None

    def member_of_module(self, path: str, name: str, *, default_is_module: bool = False) -> Target:
        """A name exported by a module; "" the module itself."""
        if name in ("", "*"):
            return ("module", path)
        found = self.exported(path, name)
        if found is not None:
            return found
        if name == "=" or (name == "default" and default_is_module and self.is_commonjs(path)):
            other = self.exported(path, "=")
            return other if other is not None else ("module", path)
        if self.is_commonjs(path):
            return ("of", ("module", path), name)
        script = self.modules.script(path)  # it has more than was declared of it
        if script is None:
            return GLOBAL
        return self.member_of_module(script, name, default_is_module=default_is_module)

    def exported(self, path: str, name: str) -> Target | None:
        """What a module exports under a name, through re-exports; None for nothing."""
        key = ("js.export", path, name)
        found: Target | None = self._world.known(key)
        if found is MISSING:
            found = self._memory.derive(key, lambda: self._exported(path, name))
        return found

    def _exported(self, path: str, name: str) -> Target | None:
        view = self._project.views.get(path)
        if view is None:
            return None
        self._world.touch(path, "")
        for stated in view.facts.exports:
            if stated.name == name:
                row = view.expressions[stated.expression]
                if row[0] == Op.NAME:
                    target = self._either(view, view.strings[row[1]])
                    if target != GLOBAL:
                        return target
                return ("export", path, name)
        entries = self._world.get(("js.name", path, name))
        ambient = path.endswith((".d.ts", ".d.mts", ".d.cts")) and not view.facts.exports
        for _, index in entries:
            if index != HEADER and name != "default":
                attributes = view.declarations[index].attributes
                if ("exported" in attributes and "default" not in attributes) or ambient:
                    return ("name", path, name)
        stars = []
        for one in view.facts.imports:
            if one.kind != "export":
                continue
            if one.name == "*":
                stars.append(one)
            elif one.alias == name:
                target_path = self.modules.find(path, one.module)
                if target_path is None or target_path not in self._project.views:
                    return EXTERNAL_TARGET
                return self.member_of_module(target_path, one.name, default_is_module=True)
        outside = False
        if name != "default":
            for one in stars:
                target_path = self.modules.find(path, one.module)
                if target_path is None or target_path not in self._project.views:
                    outside = True
                    continue
                found = self.exported(target_path, name)
                if found is None and self.is_commonjs(target_path):
                    if name in commonjs(self._project.views[target_path]).members:
                        return ("of", ("module", target_path), name)
                elif found is not None and found != EXTERNAL_TARGET:
                    return found
        if name not in ("=", "default") and any(one.name == "=" for one in view.facts.exports):
            whole = self.exported(path, "=")
            if whole is not None and whole != EXTERNAL_TARGET:
                return ("of", whole, name)
        for one in view.imports(name):
            if one.kind == "typedef" and name not in commonjs(view).members:
                return self.imported(view, one)
        return EXTERNAL_TARGET if outside else None

    def _either(self, view: FileView, name: str) -> Target:
        """A name that is exported: a value, or a type where there is no such value."""
        target = self.top(view, name)
        return self.top(view, name, types=True) if target == GLOBAL else target

    # --- CommonJS ---------------------------------------------------------------------------------

    def is_commonjs(self, path: str) -> bool:
        view = self._project.views.get(path)
        if view is None:
            return False
        self._world.touch(path, "")
        found = commonjs(view)
        return bool(found.whole or found.members)

    def exports_name(self, view: FileView, scope: int, at: int, expression: int) -> bool:
        """Whether an expression is `exports` or `module.exports`."""
        row = view.expressions[expression]
        if row[0] == Op.MEMBER:
            base = view.expressions[row[2]]
            if view.strings[row[1]] != "exports" or base[0] != Op.NAME or view.strings[base[1]] != "module":
                return False
            return self.lookup(view, scope, at, "module") == GLOBAL
        if row[0] != Op.NAME or view.strings[row[1]] != "exports":
            return False
        return self.lookup(view, scope, at, "exports") in (GLOBAL, ("name", view.path, "exports"))


def _inner_names(view: FileView) -> dict[str, dict[tuple[int, bool], Target | None]]:
    """Every name that some inner scope of the file makes, with what it was found to mean so far."""
    known: dict[str, dict[tuple[int, bool], Target | None]] | None = view.memo.get("js.inner")
    if known is None:
        made = {one.name for one in view.facts.bindings if one.scope}
        made.update(one.name for one in view.declarations if one.scope)
        known = view.memo["js.inner"] = {name: {} for name in made}
    return known


def _is_script(view: FileView) -> bool:
    """Whether a declaration file states global names: it neither imports nor exports."""
    if not view.path.endswith((".d.ts", ".d.mts", ".d.cts")):
        return False
    facts = view.facts
    exported = any("exported" in d.attributes for d in view.declarations if d.scope == 0)
    return not (facts.imports or facts.exports or exported)


def commonjs(view: FileView) -> CommonJs:
    """The assignments to `module.exports`, `exports` and their members; a function of the file alone."""
    known = view.memo.get("js.commonjs")
    if known is None:
        known = view.memo["js.commonjs"] = _read_commonjs(view)
    assert isinstance(known, CommonJs)
    return known


def _read_commonjs(view: FileView) -> CommonJs:
    whole: list[tuple[int, int, int]] = []
    members: dict[str, list[Assignment]] = {}
    for one in view.facts.assignments:
        row = view.expressions[one.target]
        if row[0] != Op.MEMBER:
            continue
        name = view.strings[row[1]]
        base = view.expressions[row[2]]
        if base[0] == Op.NAME and view.strings[base[1]] == "module" and name == "exports":
            whole.append((one.value, one.scope, one.start))
        elif _is_exports(view, base):
            members.setdefault(name, []).append(one)
    return CommonJs(tuple(whole), members)


def _is_exports(view: FileView, row: tuple[int, ...]) -> bool:
    if row[0] == Op.NAME:
        return view.strings[row[1]] == "exports"
    if row[0] == Op.MEMBER and view.strings[row[1]] == "exports":
        base = view.expressions[row[2]]
        return base[0] == Op.NAME and view.strings[base[1]] == "module"
    return False
