"""PHP names: which namespace a place lies in, what a name there means in full, who declares it.

A class or function is found by its full name alone, as the language finds it; of several declarations
of one full name the file's own counts, then the one where `composer.json` says that the class lies
(PSR-4). Class and function names do not heed case. Called by `types` and `resolver`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from xray_graph.model import CALLABLES, NONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Entry, Key

CLASSES: Final = frozenset({"class", "interface", "trait", "enum"})
_KEYS: Final = {"function": "php.function", "constant": "php.constant"}


class Segment(NamedTuple):
    """One namespace of a file, from `start` to the next, with what it uses."""

    start: int
    name: str
    classes: dict[str, str]  # alias in lower case → full name
    functions: dict[str, str]
    constants: dict[str, str]


class Names:
    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        named = {d.name.lower(): index for index, d in enumerate(view.declarations) if d.kind == "method"}
        for name, index in named.items():
            yield ("php.named", name), index
        for index, one in enumerate(view.declarations):
            if not one.name or (one.parent != NONE and view.declarations[one.parent].kind not in CALLABLES):
                continue
            key = "php.class" if one.kind in CLASSES else _KEYS.get(one.kind)
            if key is None or (one.kind == "constant" and one.parent != NONE):
                continue
            name = full_name(view, index)
            for how, expression in one.bases:
                if how == "mixes":
                    trait = _in_segment(segment(view, one.start), view.name(expression))
                    yield ("php.user", trait.lower()), index
            yield (key, name if key == "php.constant" else name.lower()), index

    # --- names in full --------------------------------------------------------------------------

    def class_name(self, view: FileView, name: str, at: int) -> str:
        """The full name of a class that is written `name` at a place."""
        return name[1:] if name.startswith("\\") else _in_segment(self._segment(view, at), name)

    def find_class(self, view: FileView, name: str, at: int) -> Entry | None:
        return self.of_full_name(view, self.class_name(view, name, at))

    def of_full_name(self, view: FileView, full: str) -> Entry | None:
        return self._one(view, self.world.get(("php.class", full.lower())), full)

    def find_function(self, view: FileView, name: str, at: int) -> Entry | None:
        """A function by its written name: a plain name that its namespace lacks is a global one."""
        for full in self._function_names(view, name, at):
            found = self.world.get(("php.function", full.lower()))
            if found:
                return self._one(view, found, full)
        return None

    def _function_names(self, view: FileView, name: str, at: int) -> list[str]:
        if name.startswith("\\"):
            return [name[1:]]
        here = self._segment(view, at)
        first, _, rest = name.partition("\\")
        if rest:
            if first.lower() == "namespace":
                return [f"{here.name}\\{rest}" if here.name else rest]
            used = here.classes.get(first.lower())
            return [f"{used}\\{rest}" if used else f"{here.name}\\{name}" if here.name else name]
        used = here.functions.get(name.lower())
        if used is not None:
            return [used]
        return [f"{here.name}\\{name}", name] if here.name else [name]

    def _segment(self, view: FileView, at: int) -> Segment:
        """The namespace around a byte; that its imports were read is recorded."""
        self.world.touch(view.path, "")
        return segment(view, at)

    def _one(self, view: FileView, entries: Any, full: str) -> Entry | None:
        """The one entry that is meant, of several that have the same full name."""
        if len(entries) == 1:
            return entries[0]
        own = [entry for entry in entries if entry[0] == view.path]
        if len(own) == 1:
            return own[0]
        places = self._places(full) if entries else ()
        fitting = [entry for entry in entries if entry[0] in places]
        return fitting[0] if len(fitting) == 1 else None

    # --- composer -------------------------------------------------------------------------------

    def _places(self, full: str) -> frozenset[str]:
        """The paths at which PSR-4 looks for a class."""
        found = set()
        for prefix, folder in self._autoload():
            if full.lower().startswith(prefix.lower()):
                rest = full[len(prefix) :].replace("\\", "/")
                found.add(posixpath.normpath(posixpath.join(folder, rest + ".php")))
        return frozenset(found)

    def _autoload(self) -> tuple[tuple[str, str], ...]:
        return self.world.derive(("php.autoload",), self._read_autoload, ())

    def _read_autoload(self) -> tuple[tuple[str, str], ...]:
        found = []
        for file in self.project.files_called("composer.json"):
            try:
                said = msgspec.json.decode(self.project.config(file) or b"{}")
            except msgspec.DecodeError:
                continue
            for section in ("autoload", "autoload-dev"):
                loaded = said.get(section) if isinstance(said, dict) else None
                spaces = loaded.get("psr-4") if isinstance(loaded, dict) else None
                for prefix, folders in spaces.items() if isinstance(spaces, dict) else ():
                    listed = (
                        [folders]
                        if isinstance(folders, str)
                        else folders
                        if isinstance(folders, list)
                        else []
                    )
                    here = posixpath.dirname(file)
                    found += [(prefix, posixpath.join(here, f)) for f in listed if isinstance(f, str)]
        return tuple(sorted(found))


def full_name(view: FileView, index: int) -> str:
    """The name of a declaration with its namespace; `define` may name one itself."""
    one = view.declarations[index]
    space = segment(view, one.start).name
    return f"{space}\\{one.name}" if space and "\\" not in one.name else one.name


def _in_segment(here: Segment, name: str) -> str:
    """The full name of a class that is written `name` in a namespace."""
    if name.startswith("\\"):
        return name[1:]
    first, _, rest = name.partition("\\")
    if first.lower() == "namespace":
        return f"{here.name}\\{rest}" if here.name else rest
    used = here.classes.get(first.lower())
    if used is not None:
        return f"{used}\\{rest}" if rest else used
    return f"{here.name}\\{name}" if here.name else name


def segments(view: FileView) -> list[Segment]:
    """The namespaces of a file in order; a file without one has the global namespace alone."""
    known: list[Segment] | None = view.memo.get("php.segments")
    if known is None:
        known = [Segment(-1, "", {}, {}, {})]
        for one in view.facts.imports:
            here = known[-1]
            if one.kind == "namespace":
                known.append(Segment(one.start, one.module, {}, {}, {}))
            elif one.kind == "function":
                here.functions[one.alias.lower()] = one.module
            elif one.kind == "const":
                here.constants[one.alias] = one.module
            elif one.kind == "":
                here.classes[one.alias.lower()] = one.module
        view.memo["php.segments"] = known
    return known


def segment(view: FileView, at: int) -> Segment:
    """The namespace that holds a byte."""
    found = segments(view)
    best = found[0]
    for one in found[1:]:
        if one.start <= at:
            best = one
    return best
