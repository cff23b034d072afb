"""Namespaces that a macro opens in C++: `SHOP_NAMESPACE_BEGIN` … `SHOP_NAMESPACE_END`.

What a file holds between two such words lies in the namespaces that the first stands for. Its facts know
the words alone, so a dotted path holds `#SHOP_NAMESPACE_BEGIN` until a macro that the file sees says what
that is: `namespace shop { inline namespace v1 {` is `shop`, an argument takes its parameter's place, and
what no macro says is no namespace. Called by `c.names` and `scopes`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.c import conditions

if TYPE_CHECKING:
    from collections.abc import Callable

    from xray_graph.resolve.languages.c.names import Names
    from xray_graph.resolve.view import FileView

MARK: Final = "#"
KEY: Final = ("c.spaces",)  # the files that hold such words
_WORD: Final = re.compile(r"#(\w+)(?:\((\w+)\))?")
_DEFINED: Final = re.compile(r"#\s*define\s+\w+(?:\(\s*(\w*)[^()]*\))?(.*)", re.DOTALL)
_SPACE: Final = re.compile(r"(\binline\s+)?\bnamespace\s+(\w+(?:::\w+)*)")
_FIRST: Final = re.compile(r"\W*(\w+)")


def around(view: FileView, at: int) -> str:
    """The words that are open at a byte, joined with dots; "" for none."""
    regions = _regions(view)
    return ".".join(word for start, end, word in regions if start < at < end) if regions else ""


def first(view: FileView) -> str:
    """The words that open first in a file."""
    regions = _regions(view)
    return around(view, regions[0][0] + 1) if regions else ""


def _regions(view: FileView) -> list[tuple[int, int, str]]:
    """What such words open: the bytes between, and the word."""
    known: list[tuple[int, int, str]] | None = view.memo.get("cpp.spaces")
    if known is None:
        known, still = [], []
        for one in view.facts.imports:
            if one.kind == "opens":
                still.append(one)
            elif one.kind == "closes" and still:
                begun = still.pop()
                given = f"({begun.name})" if begun.name else ""
                known.append((begun.start, one.start, f"{MARK}{begun.module}{given}"))
        known.sort()
        view.memo["cpp.spaces"] = known
    return known


def placed(names: Names, path: str, dotted: str) -> str:
    """A dotted path with the words in it replaced by what they stand for in a file."""
    if MARK not in dotted:
        return dotted
    return names.world.derive(("c.placed", path, dotted), lambda: _placed(names, path, dotted), "")


def _placed(names: Names, path: str, dotted: str) -> str:
    parts: list[str] = []
    for part in dotted.split("."):
        word = _WORD.fullmatch(part)
        parts += [part] if word is None else _said(names, path, word[1], word[2] or "")
    return ".".join(parts)


def _said(names: Names, path: str, macro: str, given: str) -> list[str]:
    """The namespaces that a macro opens, inline ones left out."""
    text = _text(names, path, macro)
    parameter, body = (text[1] or "", text[2]) if text is not None else ("", "")
    found = []
    for inline, name in _SPACE.findall(body):
        for written in name.split("::") if not inline else ():
            real = given if written == parameter else written
            meant = _text(names, path, real) if real.isupper() else None
            begins = _FIRST.match(meant[2]) if meant is not None else None
            found.append(begins[1] if begins is not None else real)
    return found


def _text(names: Names, path: str, macro: str) -> re.Match[str] | None:
    """The one definition of a macro that a file sees."""
    seen = [one for one in names.visible(path, macro, conditions.DEFAULT) if one.kind == "macro"]
    one = names.settled(seen, macro, path, conditions.DEFAULT)
    if one is None:
        return None
    names.world.touch(*one.target)
    view = names.project.views[one.path]
    index = view.index_of(one.symbol)
    return None if index is None else _DEFINED.match(view.declarations[index].signature)


def every(names: Names, path_of: Callable[[FileView, int], str]) -> frozenset[str]:
    """All namespaces that lie in what such words open, anywhere in the repository."""
    return names.world.derive(("c.all-spaces",), lambda: _every(names, path_of), frozenset())


def _every(names: Names, path_of: Callable[[FileView, int], str]) -> frozenset[str]:
    found: set[str] = set()
    for path, _ in names.world.get(KEY):
        names.world.touch_whole(path)
        view = names.project.views[path]
        written = [around(view, start + 1) for start, _, _ in _regions(view)]
        written += [path_of(view, i) for i, one in enumerate(view.declarations) if one.kind == "namespace"]
        for dotted in written:
            inner = placed(names, path, dotted)
            while inner and inner not in found:
                found.add(inner)
                inner = inner.rpartition(".")[0]
    return frozenset(found)
