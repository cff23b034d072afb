"""Which routers lie below which, over files: the prefixes that a route's own path is put behind.

A router is known by the file and the name of the variable that holds it. Files that put routers below
others contribute themselves; what they say is worked out once for the repository. A router that nobody
mounts, or that is mounted under a prefix that is no plain string, has no known prefix. Called by the
readers of routes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from xray_graph.model import NONE, Op
from xray_graph.resolve.links.origins import Origins

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from xray_graph.resolve.links.modules import Modules
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

Router: TypeAlias = "tuple[str, str]"  # path, name
ROOT: Final[Router] = ("", "")
MAX_PREFIXES: Final = 8  # of one router
MAX_DEPTH: Final = 8  # routers below routers


class Mount(NamedTuple):
    """`parent.use(prefix, child)`; `prefix` is None where it is not known."""

    parent: Router
    child: Router
    prefix: str | None


class Mounts:
    """The mounts of a repository in one family of languages."""

    def __init__(
        self,
        project: Project,
        modules: Modules,
        family: str,
        languages: frozenset[str],
        read: Callable[[FileView, Origins], Iterable[Mount]],
    ) -> None:
        self._project = project
        self._modules = modules
        self._family = family
        self._languages = languages
        self._read = read
        self._known: dict[tuple[Router, int], list[str | None]] = {}

    def prefixes(self, router: Router, depth: int = 0) -> list[str | None]:
        """What comes before the paths of a router; [None] where that is not known."""
        if router == ROOT:
            return [""]
        known = self._known.get((router, depth))
        if known is None:
            known = self._known[router, depth] = self._prefixes(router, depth)
        return known

    def _prefixes(self, router: Router, depth: int) -> list[str | None]:
        above = self._all().get(router, ())
        found: dict[str | None, None] = {}
        for parent, prefix in above:
            if depth >= MAX_DEPTH or prefix is None:
                found[None] = None
                continue
            for before in self.prefixes(parent, depth + 1):
                found[None if before is None else _put(before, prefix)] = None
        return list(found)[:MAX_PREFIXES] or [None]

    def _all(self) -> dict[Router, tuple[tuple[Router, str | None], ...]]:
        world = self._project.world
        return world.derive(("links.mounted", self._family), self._gather, {})

    def _gather(self) -> dict[Router, tuple[tuple[Router, str | None], ...]]:
        found: dict[Router, dict[tuple[Router, str | None], None]] = {}
        for path, _ in self._project.world.get(("links.mounts",)):
            view = self._project.views[path]
            if view.head.language in self._languages:
                for one in self._read(view, Origins(self._project, self._modules)):
                    found.setdefault(one.child, {})[one.parent, one.prefix] = None
        return {child: tuple(above) for child, above in found.items()}


def _put(before: str, prefix: str) -> str:
    return f"{before.rstrip('/')}/{prefix.strip('/')}" if prefix.strip("/") else before


def router_of(origins: Origins, view: FileView, expression: int, scope: int) -> Router | None:
    """The variable that holds a router; None for an expression that no variable holds."""
    one = origins.definition(view, expression, scope)
    for _ in range(MAX_DEPTH):
        if one is None:
            return None
        if one.declared != NONE:
            declared = one.view.declarations[one.declared]
            value, scope, name = declared.value, declared.scope, one.view.symbols[one.declared]
        else:
            value, scope, name = one.value, one.scope, f"{one.scope}.{one.name}"
            same = [
                k for k, d in enumerate(one.view.declarations) if value not in (NONE, 0) and d.value == value
            ]
            if same:  # const router = module.exports = Router()
                name = one.view.symbols[same[0]]
        row = one.view.expressions[value] if value != NONE else (int(Op.UNKNOWN), NONE)
        further = row[0] in (Op.NAME, Op.MEMBER) or (row[0] == Op.CALL and origins.is_load(one.view, row))
        if not further:
            return one.view.path, name
        one = origins.definition(one.view, value, scope)
    return None
