"""The resolvers there are, one a language or family.

A language without rules of its own stands on `lexical`: what one file's scopes decide.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.go import GoResolver
from xray_graph.resolve.languages.java import JavaResolver
from xray_graph.resolve.languages.javascript import JavaScriptResolver
from xray_graph.resolve.languages.lexical import RULES, LexicalResolver
from xray_graph.resolve.languages.python import PythonResolver

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project, Resolver


# Files whose bytes say how the languages' modules are laid out. They are read as data by the resolvers.
_CONFIG: Final = re.compile(
    r"go\.(mod|work)|package\.json|pnpm-workspace\.yaml|(ts|js)config[\w.-]*\.json|pyproject\.toml|setup\.(cfg|py)"
    r"|pom\.xml|(build|settings)\.gradle(\.kts)?|Cargo\.toml|composer\.json|[\w.-]+\.(csproj|sln|gemspec)"
)


def is_config(path: str) -> bool:
    """Whether a file says how modules are laid out."""
    return _CONFIG.fullmatch(posixpath.basename(path)) is not None


def resolvers(project: Project) -> list[Resolver]:
    """A fresh resolver of every kind, bound to one project."""
    own: list[Resolver] = [
        GoResolver(project),
        JavaResolver(project),
        JavaScriptResolver(project),
        PythonResolver(project),
    ]
    spoken = {language for resolver in own for language in resolver.languages}
    return [*own, LexicalResolver(project, sorted(set(RULES) - spoken))]
