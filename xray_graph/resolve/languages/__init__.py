"""The resolvers there are, one a language or family. A language without one yields no cross-file edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.resolve.languages.go import GoResolver

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project, Resolver


def resolvers(project: Project) -> list[Resolver]:
    """A fresh resolver of every kind, bound to one project."""
    return [GoResolver(project)]
