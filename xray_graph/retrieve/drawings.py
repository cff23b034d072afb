"""The drawings of a service catalogue: Mermaid and Graphviz's DOT. Labels are data and are escaped.

Called by `services`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

# What Mermaid would read as markup, an entity or the end of a label.
_MARKED: Final = re.compile(r"[^\w \-./:@+,()=]")


def mermaid(names: Iterable[str], arrows: Iterable[tuple[str, str]]) -> str:
    """A flow chart in Mermaid; every name that an arrow holds is among `names`."""
    number = {name: f"s{k}" for k, name in enumerate(names)}
    lines = ["flowchart LR"]
    lines += [f'  {number[name]}["{_label(name)}"]' for name in number]
    lines += [f"  {number[a]} --> {number[b]}" for a, b in arrows]
    return "\n".join(lines) + "\n"


def dot(title: str, names: Iterable[str], arrows: Iterable[tuple[str, str]]) -> str:
    """A graph in Graphviz's language."""
    lines = [f"digraph {_quoted(title)} {{", "  rankdir=LR;", *(f"  {_quoted(name)};" for name in names)]
    lines += [f"  {_quoted(a)} -> {_quoted(b)};" for a, b in arrows]
    return "\n".join([*lines, "}"]) + "\n"


def _label(text: str) -> str:
    return _MARKED.sub(lambda m: f"#{ord(m[0])};", " ".join(text.split()))


def _quoted(text: str) -> str:
    shown = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{shown}"'
