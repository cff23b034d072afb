"""The resolvers there are, one a language or family.

A language without rules of its own stands on `lexical`: what one file's scopes decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xray_graph.resolve.languages.go import GoResolver
from xray_graph.resolve.languages.lexical import RULES, LexicalResolver

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project, Resolver


def resolvers(project: Project) -> list[Resolver]:
    """A fresh resolver of every kind, bound to one project."""
    own: list[Resolver] = [GoResolver(project)]
    spoken = {language for resolver in own for language in resolver.languages}
    return [*own, LexicalResolver(project, sorted(set(RULES) - spoken))]
