"""How a document names what other files declare: by the exact qualified name, or within a file that it links.

Every file contributes the set of its symbols and all of its facts (each as one number: it is all that a
reader has to know to look again), its types, and what its module is called: its stem and its folder.
`Cart.Add` is then looked for where a `Cart` is declared, `cart.Add` in what is called `cart`. A name that two
declarations fit names none, and a bare name is never looked for in the whole repository. Called by
`resolution` for what files contribute, by `markdown` for the rest.
"""

from __future__ import annotations

import posixpath
import re
import zlib
from typing import TYPE_CHECKING, Final

from xray_graph.graph.ids import NOT_NODES
from xray_graph.model import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

MAX_FILES: Final = 60  # that are looked into for one name
MAX_TYPES: Final = 8  # of one name

_HEADER: Final = -1
_CONTAINERS: Final = (TYPES | {"module"}) - {"impl", "object"}
DOCUMENTS: Final = frozenset({"markdown", "rst"})
_CALLED: Final = re.compile(r"\(.*\)?$", re.DOTALL)
_SEPARATORS: Final = re.compile(r"::|->|#")
_PART: Final = re.compile(r"[^\W\d][\w$~?!]*")
_PLAIN: Final = re.compile(r"\(.*|~\d+$")


def contribute(view: FileView) -> Iterable[tuple[Key, int]]:
    """The symbols of a file and its facts as numbers, its types, and its module's names."""
    yield ("doc.symbols", view.path), _number(view)
    yield ("doc.text", view.path), -2 - zlib.crc32(view.packed.data)
    if view.head.language in DOCUMENTS:
        return
    folder, base = posixpath.split(view.path)
    stem = base.partition(".")[0]
    for name in {stem, posixpath.basename(folder)} - {"", "__init__", "index", "mod"}:
        yield ("doc.module", name), _HEADER
    for index, one in enumerate(view.declarations):
        if one.kind in _CONTAINERS and one.name:
            yield ("doc.type", one.name), index


def _number(view: FileView) -> int:
    """A negative number that is another when the file's symbols are."""
    return -2 - zlib.crc32("\n".join(view.symbols).encode("utf-8", "surrogatepass"))


class Names:
    """Looks names up for documents."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def within(self, paths: Sequence[str], written: str) -> tuple[str, str] | None:
        """The one declaration in these files that a name fits: its whole symbol, or the end of it."""
        wanted = plain(written)
        if not wanted:
            return None
        for fits in (_is, _ends):
            found = [
                (path, symbol) for path in paths for symbol in self._symbols(path) if fits(symbol, wanted)
            ]
            if found:
                return self._only(found)
        return None

    def qualified(self, written: str) -> tuple[str, str] | None:
        """The one declaration of the repository with this name of at least two parts."""
        wanted = plain(written)
        head, _, last = wanted.rpartition(".")
        if not head or not all(map(_PART.fullmatch, wanted.split("."))):
            return None
        found = self._of_types(head, last) or self._of_modules(head, last)
        return self._only(found)

    def _only(self, found: Sequence[tuple[str, str]]) -> tuple[str, str] | None:
        """The one that was found, where it has a node: an object that only holds others has none."""
        if len(found) != 1:
            return None
        path, symbol = found[0]
        self._project.world.touch(path, symbol)
        view = self._project.views[path]
        parts = zip(view.declarations, view.symbols, strict=True)
        return found[0] if any(s == symbol and one.kind not in NOT_NODES for one, s in parts) else None

    def _of_types(self, head: str, last: str) -> list[tuple[str, str]]:
        """Members of the types called by the last part of `head`, in the files around each."""
        module, _, name = head.rpartition(".")
        types = self._project.world.get(("doc.type", name))
        if len(types) > MAX_TYPES:
            return []
        found: dict[tuple[str, str], None] = {}
        for path, _ in types:
            if module and not _is_module(path, module):
                continue
            extension = posixpath.splitext(path)[1]
            around = [f for f in self._project.files_in(posixpath.dirname(path)) if f.endswith(extension)]
            for file in around if path in around[:MAX_FILES] else [path]:
                for symbol in self._symbols(file):
                    if _is(symbol, f"{name}.{last}") or _ends(symbol, f"{name}.{last}"):
                        found[file, symbol] = None
        return list(found)

    def _of_modules(self, head: str, last: str) -> list[tuple[str, str]]:
        """What files or folders called by the last part of `head` declare at their top."""
        paths = [path for path, _ in self._project.world.get(("doc.module", head.rpartition(".")[2]))]
        paths = [path for path in paths if _is_module(path, head)]
        if len(paths) > MAX_FILES:
            return []
        return [(path, symbol) for path in paths for symbol in self._symbols(path) if _is(symbol, last)]

    def _symbols(self, path: str) -> Sequence[str]:
        self._project.world.get(("doc.symbols", path))
        view = self._project.views.get(path)
        return view.symbols if view is not None else ()


def plain(written: str) -> str:
    """A name as symbols are written: `Cart::add()` is `Cart.add`."""
    name = _CALLED.sub("", written.strip().lstrip("@*&$."))
    return _SEPARATORS.sub(".", name).strip(".")


def _is(symbol: str, wanted: str) -> bool:
    return symbol == wanted or (symbol.startswith(wanted) and _PLAIN.sub("", symbol) == wanted)


def _ends(symbol: str, wanted: str) -> bool:
    """Whether the last parts of a symbol are these."""
    if wanted not in symbol:
        return False
    name = _PLAIN.sub("", symbol)
    return name.endswith((f".{wanted}", f"/{wanted}"))


def _is_module(path: str, dotted: str) -> bool:
    """Whether a file, or its folder, goes by a name of several parts: `shop/cart.py` by `shop.cart`."""
    wanted = "/" + dotted.replace(".", "/")
    folder, base = posixpath.split(f"/{path}")
    stem = posixpath.join(folder, base.partition(".")[0])
    return folder.endswith(wanted) or stem.endswith(wanted)
