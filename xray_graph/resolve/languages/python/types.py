"""The parts of Python's resolver put together, and what they share: declarations, memory, derived answers.

    names ─▶ expressions ◀─▶ annotations        modules: what an import names
                 ▲   ▲                          containers: what is inside a value
                 ▼   ▼                          classes: bases and their order
              calls ◀─▶ members                 signatures, inference, specials, unstated: of calls
                                                outside: what is known without source

A value is worked out in the file and scope it stands in. What lies behind a declaration (its signature, a
class's order of bases, an attribute) is derived once under a key of its own. Called by `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar

from xray_graph.model import CALLABLES
from xray_graph.resolve.languages.python.annotations import Annotations
from xray_graph.resolve.languages.python.calls import Calls
from xray_graph.resolve.languages.python.classes import Classes
from xray_graph.resolve.languages.python.containers import Containers
from xray_graph.resolve.languages.python.expressions import Expressions
from xray_graph.resolve.languages.python.inference import Inference
from xray_graph.resolve.languages.python.members import Members
from xray_graph.resolve.languages.python.modules import Modules
from xray_graph.resolve.languages.python.passed import Passed
from xray_graph.resolve.languages.python.signatures import Signatures
from xray_graph.resolve.languages.python.specials import Specials
from xray_graph.resolve.languages.python.unstated import Unstated
from xray_graph.resolve.world import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.model import Declaration
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

T = TypeVar("T")

CLASS_KINDS: Final = frozenset({"class", "enum"})


class Types:
    """One for a project; `memo` is swapped with each reader, so that each records its own reads."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.world = project.world
        self.memo: dict[Any, Any] = {}
        self.modules = Modules(project)
        self.expressions = Expressions(self)
        self.containers = Containers(self)
        self.annotations = Annotations(self)
        self.members = Members(self)
        self.calls = Calls(self)
        self.specials = Specials(self)
        self.inference = Inference(self)
        self.signatures = Signatures(self)
        self.classes = Classes(self)
        self.unstated = Unstated(self)
        self.depth = 0  # of definitions that are worked out for one another
        self.inside = False  # inside a derived answer, which may rest on declarations alone
        self.passed = Passed()  # what the file being resolved hands to its own functions

    def derived(self, key: tuple[str, ...], compute: Callable[..., T], unknown: T) -> T:
        """The answer under `key`, worked out once of its words but the first, with a memory of its own."""
        known: T = self.world.known(key)
        if known is not MISSING:
            return known

        def fresh() -> T:
            outer = self.memo, self.inside, self.depth
            self.memo, self.inside, self.depth = {}, True, 0
            try:
                return compute(*key[1:])
            finally:
                self.memo, self.inside, self.depth = outer

        return self.world.derive(key, fresh, unknown)

    def find(self, path: str, symbol: str) -> tuple[FileView, int, Declaration] | None:
        """A declaration by its name; the read is recorded."""
        self.world.touch(path, symbol)
        view = self.project.views.get(path)
        index = None if view is None else view.index_of(symbol)
        return None if view is None or index is None else (view, index, view.declarations[index])

    def is_named(self, name: str, kind: str = "py.named") -> bool:
        """Whether anything in the repository that can be called, or read, goes by this name."""
        key = (kind, name)
        found: bool | None = self.memo.get(key)
        if found is None:
            found = self.memo[key] = bool(self.world.get(key))
        return found

    def owner_class(self, view: FileView, index: int) -> int:
        """The class that a method stands in directly, or -1."""
        parent = view.declarations[index].parent
        return parent if parent >= 0 and view.declarations[parent].kind in CLASS_KINDS else -1

    def is_method(self, view: FileView, index: int) -> bool:
        return view.declarations[index].kind in CALLABLES and self.owner_class(view, index) >= 0
