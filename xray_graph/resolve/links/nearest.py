"""Which of several declarations of one key a file means: that of the innermost folder around it.

A variable, a setting or a table is named without saying which file declares it. As with objects of a
cluster (`documents.together`) the name is looked up in widening circles, the folders around the file from
the inside out, and the first that holds it decides. Where that one holds it in several folders it is
anyone's. What
belongs to another project of the repository, by the manifest in a folder around it, is that one's alone.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.world import Entry


# What a project of its own has at its top.
_MANIFESTS: Final = frozenset(
    [
        *(
            "package.json",
            "go.mod",
            "pyproject.toml",
            "setup.py",
            "requirements.txt",
            "pom.xml",
            "build.gradle",
        ),
        *("build.gradle.kts", "Gemfile", "composer.json", "Cargo.toml", "mix.exs"),
    ]
)


def nearest(project: Project, path: str, entries: Sequence[Entry]) -> list[Entry]:
    """The entries of one folder, in or below the innermost folder around `path` that holds any."""
    entries = [one for one in entries if f"{path}/".startswith(_home(project, one[0]))]
    folder = path
    while folder and entries:
        folder = posixpath.dirname(folder)
        inside = [one for one in entries if one[0].startswith(f"{folder}/" if folder else "")]
        if inside:
            homes = {posixpath.dirname(one[0]) for one in inside}
            return inside if len(homes) == 1 else []
    return []


def _home(project: Project, path: str) -> str:
    """The folder of the project that a file belongs to, with a slash behind it; "" for the root."""
    folder = posixpath.dirname(path)
    while folder:
        if any(_is_manifest(posixpath.basename(one)) for one in project.files_in(folder)):
            return f"{folder}/"
        folder = posixpath.dirname(folder)
    return ""


def _is_manifest(base: str) -> bool:
    return base in _MANIFESTS or base.endswith((".csproj", ".gemspec"))
