"""The resolvers there are, one a language or family.

A language without rules of its own stands on `lexical`: what one file's scopes decide.
"""

from __future__ import annotations

import importlib
import posixpath
import re
from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.lexical import RULES, LexicalResolver

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project, Resolver


# Files whose bytes say how the languages' modules are laid out. They are read as data by the resolvers.
_CONFIG: Final = re.compile(
    r"go\.(mod|work)|package\.json|pnpm-workspace\.yaml|pyproject\.toml|setup\.(cfg|py)"
    r"|[\w.-]*(ts|js)config[\w.-]*\.json|base\.json"
    r"|pom\.xml|(build|settings)\.gradle(\.kts)?|Cargo\.toml|composer\.json|CMakeLists\.txt"
    r"|meson\.build|(GNU)?[Mm]akefile(\.am)?|[\w.-]+\.(csproj|projitems|sln|gemspec)|Directory\.Build\.(props|targets)"
)
# What a tsconfig extends has any name; those kept for several projects have a folder of their own.
_SHARED: Final = re.compile(r"(.*/)?[\w.-]*(tsconfig|typescript)[\w.-]*/[\w.-]+\.json")


def is_config(path: str) -> bool:
    """Whether a file says how modules are laid out."""
    return _CONFIG.fullmatch(posixpath.basename(path)) is not None or _SHARED.fullmatch(path) is not None


class Resolvers:
    """The resolvers of one project, each made when the first file of its languages comes.

    A build of one language imports the rules of no other.
    """

    def __init__(self, project: Project) -> None:
        self._project = project
        self._made: dict[str, Resolver | None] = {}

    def of(self, language: str) -> Resolver | None:
        """The resolver of a language; None for one that is not resolved at all."""
        if language not in self._made:
            home = _HOMES.get(language)
            if home is None:
                found = self._lexical() if language in RULES else None
            else:
                module, name = home
                made = getattr(importlib.import_module(module, __name__), name)
                found = self._shared(made) or made(self._project)
            self._made[language] = found
        return self._made[language]

    def _shared(self, kind: type) -> Resolver | None:
        return next((one for one in self._made.values() if isinstance(one, kind)), None)

    def _lexical(self) -> Resolver:
        return self._shared(LexicalResolver) or LexicalResolver(self._project, RULES)


# Language → module and class of its rules. What is not here has `lexical`, or no edges.
_HOMES: Final = {
    "c": (".c.resolver", "CResolver"),
    "cpp": (".c.resolver", "CResolver"),
    "csharp": (".csharp.resolver", "CSharpResolver"),
    "dockerfile": ("..documents.containers", "Containers"),
    "dotenv": ("..documents.settings", "SettingsResolver"),
    "go": (".go.resolver", "GoResolver"),
    "ini": ("..documents.settings", "SettingsResolver"),
    "java": (".java.resolver", "JavaResolver"),
    "javascript": (".javascript.resolver", "JavaScriptResolver"),
    "json": ("..documents.settings", "SettingsResolver"),
    "markdown": ("..documents.markdown", "MarkdownResolver"),
    "php": (".php.resolver", "PhpResolver"),
    "properties": ("..documents.settings", "SettingsResolver"),
    "python": (".python.resolver", "PythonResolver"),
    "rst": ("..documents.markdown", "MarkdownResolver"),
    "ruby": (".ruby.resolver", "RubyResolver"),
    "svelte": (".javascript.resolver", "JavaScriptResolver"),
    "prisma": ("..documents.prisma", "PrismaResolver"),
    "sql": ("..documents.sql", "SqlResolver"),
    "template": ("..documents.yaml_files", "YamlResolver"),
    "rust": (".rust.resolver", "RustResolver"),
    "toml": ("..documents.settings", "SettingsResolver"),
    "tsx": (".javascript.resolver", "JavaScriptResolver"),
    "typescript": (".javascript.resolver", "JavaScriptResolver"),
    "vue": (".javascript.resolver", "JavaScriptResolver"),
    "yaml": ("..documents.yaml_files", "YamlResolver"),
}
