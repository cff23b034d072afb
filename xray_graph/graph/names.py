"""From what a user typed to nodes: exact names only, and "did you mean" for the rest.

A text may be a whole name (`shop//cart/cart.go::Cart.Add`), `path::Symbol` or a path, the same with
only the last segments of the path, a symbol, the last parts of one (`Add`), either without what
tells overloads apart (`find` for `find(int)`), a symbol behind the end of its folder or module
(`cart.Add`), or a place (`cart/cart.go:9`); at last the same with `.` for each `#`, as Ruby and Java write
a method (`Cart#add`). The first of these forms that names anything decides, and everything that it names is
returned: choosing is the user's. A word that a folder and a symbol are called by means both. Only signatures
that an implementation beside them stands for are not, nor a prototype whose definition is among them.
Called through `Graph.find` and `Graph.nearest`.
"""

from __future__ import annotations

import difflib
import heapq
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from xray_graph.model import EdgeKind, NodeKind

if TYPE_CHECKING:
    from xray_graph.graph.graph import Graph

_LONGEST: Final = 400  # characters of a text that is compared for likeness
_CANDIDATES: Final = 60  # names that are compared letter by letter
_LIKE: Final = 0.7  # of the letters of two names, in order: a slip of the pen
_PARTS: Final = 12  # of a name that is looked for by folder or module
_PLACE: Final = re.compile(r"(?P<path>.+):(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?")
_NO_DECLARATIONS: Final = (
    NodeKind.REPOSITORY, NodeKind.PACKAGE, NodeKind.FILE, NodeKind.DOCUMENT, NodeKind.SECTION, NodeKind.CONFIG
)  # fmt: skip
_SEPARATORS: Final = b"./"  # between the parts of a symbol: code, manifests


def exact(graph: Graph, path: str, symbol: str) -> int | None:
    """The node of exactly this path and symbol."""
    here = graph.nodes_of(path)
    if not here:
        return None
    try:
        wanted = symbol.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return None
    lengths = graph.symbols.offsets[here.start : here.stop + 1]
    for k in np.flatnonzero(np.diff(lengths) == len(wanted)).tolist():
        if graph.symbols.raw(here.start + k) == wanted:
            return here.start + k
    return None


def find(graph: Graph, text: str) -> list[int]:
    """Ids of the nodes that `text` names, ascending; empty when there is none."""
    text = text.strip()
    if not text or not _is_text(text):
        return []
    shown = _as_shown(text)
    found = _find(graph, shown)
    if not found and "#" in shown:
        found = _find(graph, shown.replace("#", "."))
    return _implementations(graph, found)


def _find(graph: Graph, text: str) -> list[int]:
    head = f"{graph.label}//"
    rest = text.removeprefix(head)
    path, separator, symbol = rest.partition("::")
    if separator:
        if not symbol:
            return []
        found = _in_path(graph, path, symbol)
        if not found and not text.startswith(head):
            for longer in _paths_ending(graph, path):
                found += _in_path(graph, longer, symbol)
        if not found and not text.startswith(head):
            dotted = rest.replace("::", ".")  # as C++, Rust and Ruby write it
            found = _by_symbol(graph, dotted) or _qualified(graph, dotted)
        return sorted(found)
    node = exact(graph, rest, "")
    if text.startswith(head):
        return [] if node is None else [node]
    tails = (exact(graph, longer, "") for longer in _paths_ending(graph, rest)) if node is None else (node,)
    places = [i for i in tails if i is not None]
    if not places or ("/" not in rest and all(graph.kind(i) == NodeKind.PACKAGE for i in places)):
        places = sorted({*places, *_by_symbol(graph, rest)})  # a folder is often called as what is in it
    return places or _qualified(graph, rest) or _at(graph, rest)


def nearest(graph: Graph, text: str, n: int) -> list[str]:
    """The `n` whole names whose symbol, or file name, reads most like what `text` ends with.

    Of those that end alike come first the ones whose owner reads like what `text` has in front of its end.
    """
    wanted = _end(text)
    if not wanted or n <= 0 or not _is_text(text):
        return []
    pairs = _pairs(wanted.lower())
    distinct = dict.fromkeys(_last_parts(graph))
    shared = heapq.nsmallest(_CANDIDATES, ((-_likeness(pairs, name.lower()), name) for name in distinct))
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted.lower())
    scored: list[tuple[float, str]] = []
    for score, name in shared:
        if score < 0:
            matcher.set_seq1(name.lower()[:_LONGEST])
            scored.append((-matcher.ratio(), name))
    of_name: dict[str, list[int]] = {name: [] for _, name in scored}
    for i, name in enumerate(_last_parts(graph)):
        if name in of_name:
            of_name[name].append(i)
    owner = _pairs(_owner(text, wanted).lower())
    ids: list[int] = []
    for _, name in sorted(scored):
        ids += sorted(of_name[name], key=lambda i: -_likeness(owner, _owner(graph.name(i), name).lower()))
        if len(ids) >= n:
            break
    return [graph.name(i) for i in ids[:n]]


def declared(graph: Graph) -> set[str]:
    """What the declarations of a graph are called last: of code, of manifests, of services.

    Folders, files, texts and settings declare nothing, nor does a manifest whose name is a template's.
    """
    others = graph.with_kind(*_NO_DECLARATIONS)
    manifests = graph.with_kind(NodeKind.MANIFEST)
    symbols = (symbol for piece in graph.symbols.pieces() for symbol in piece)
    distinct = {
        symbol
        for symbol, is_other, is_manifest in zip(symbols, others.tolist(), manifests.tolist(), strict=True)
        if not (is_other or (is_manifest and "/" not in symbol))
    }
    # what is plain is split off at once: that halves the time, and this is done at every write
    tails = ((symbol.rpartition(".")[2], symbol) for symbol in distinct)
    return {tail if tail.isidentifier() and "/" not in symbol else _last(symbol) for tail, symbol in tails}


def last_part(text: str) -> str:
    """What a node that `text` names is called last, as `declared` has it."""
    return _end(text)


def is_like(text: str, name: str) -> bool:
    """Whether `text` may be the whole name `name` written wrong: by how both end."""
    return difflib.SequenceMatcher(None, _end(name).lower(), _end(text).lower(), False).ratio() >= _LIKE


def _end(text: str) -> str:
    """The last part of what a text ends with."""
    end = text.strip()[-_LONGEST:]
    return _last(end.partition("::")[2] or end)


def _owner(text: str, end: str) -> str:
    """The last part of what stands before the end of a text: `Cart` of `Cart.Add`, the file of a function."""
    front, _, _ = text.strip()[-_LONGEST:].rpartition(end)
    return _last(front)


def _last_parts(graph: Graph) -> Iterator[str]:
    """What each node is called last: of its symbol, or of its path. Not all of them at once."""
    whole = graph.with_kind(NodeKind.SECTION)  # a heading has no parts
    symbols = (symbol for piece in graph.symbols.pieces() for symbol in piece)
    for i, symbol in enumerate(symbols):
        yield symbol if whole[i] else _last(symbol or graph.path(i))


def _in_path(graph: Graph, path: str, symbol: str) -> list[int]:
    node = exact(graph, path, symbol)
    if node is not None:
        return [node]
    return [i for i in graph.nodes_of(path) if symbol and _plain(graph.symbol(i)) == symbol]


def _paths_ending(graph: Graph, tail: str) -> list[str]:
    if not tail.strip("/"):
        return []
    end = "/" + tail.lstrip("/")
    return [graph.paths[k] for k in graph.paths.ending_with(end).tolist()]


def _by_symbol(graph: Graph, symbol: str) -> list[int]:
    """Nodes whose symbol is `symbol`, else those that end with it behind a separator, else variants."""
    wanted = symbol.encode("utf-8", "surrogateescape")
    if graph.symbols.blob.find(wanted) < 0:  # what is most often asked in vain is read through once
        return []
    whole: list[int] = []
    tails: list[int] = []
    for i in graph.symbols.ending_with(symbol).tolist():
        raw = graph.symbols.raw(i)
        if len(raw) == len(wanted):
            whole.append(i)
        elif raw[-len(wanted) - 1] in _SEPARATORS:
            tails.append(i)
    if whole or tails:
        return whole or tails
    ends = tuple(chr(c) + symbol for c in _SEPARATORS)
    plain = {i: _plain(graph.symbol(i)) for i in _containing(graph, wanted)}
    variants = [i for i, name in plain.items() if name == symbol]
    return variants or [i for i, name in plain.items() if name.endswith(ends)]


def _qualified(graph: Graph, text: str) -> list[int]:
    """Nodes behind the end of their folder or of their file's name: `http.Get`, `click.core.Context`."""
    parts = text.split(".")
    if len(parts) > _PARTS or not all(parts) or len(text.split()) > 1:
        return []
    for k in range(len(parts) - 1, 0, -1):
        place, symbol = "." + ".".join(parts[:k]), ".".join(parts[k:])
        found: list[int] = []
        for path_id, path in enumerate(graph.path_list):
            folder, _, file = path.rpartition("/")
            module = f"{folder}/{file.rpartition('.')[0] or file}"
            if any(f".{here}".replace("/", ".").endswith(place) for here in (folder, module)):
                nodes = graph.range_of(path_id)
                found += [i for i in nodes if _plain(name := graph.symbol(i)) == symbol or name == symbol]
        if found:
            return found
    return []


def _at(graph: Graph, text: str) -> list[int]:
    """The innermost node at a line, `path:9` or, as replies write it, `path:8-12`."""
    place = _PLACE.fullmatch(text)
    if place is None:
        return []
    path, first, last = place["path"], int(place["first"]), int(place["last"] or place["first"])
    found: list[int] = []
    for each in [path] if exact(graph, path, "") is not None else _paths_ending(graph, path):
        around = [i for i in graph.nodes_of(each) if graph.line(i) <= first and last <= graph.end_line(i)]
        spans = [graph.end_line(i) - graph.line(i) for i in around]
        found += [i for i, span in zip(around, spans, strict=True) if span == min(spans)][-1:]
    return found


def _implementations(graph: Graph, found: list[int]) -> list[int]:
    """Without signatures whose implementation is among them (overloads, prototypes): it is what is called."""
    found = _definitions(graph, found)
    if len(found) < 2:
        return found
    signature = graph.with_attribute("overload")
    keys = {i: (int(graph.path_ids[i]), _plain(graph.symbol(i))) for i in found}
    implemented = {keys[i] for i in found if not signature[i]}
    return [i for i in found if not signature[i] or keys[i] not in implemented]


def _definitions(graph: Graph, found: list[int]) -> list[int]:
    """Without the declarations in headers that another of them defines; both have the same callers."""
    declared = graph.with_attribute("declaration")[found] if len(found) > 1 else np.zeros(0, bool)
    if not declared.any():
        return found
    defining = (graph.edges.source[graph.incoming(i, (EdgeKind.REOPENS,))].tolist() for i in found)
    named = set(found)
    rows = zip(found, declared.tolist(), defining, strict=True)
    return [i for i, is_declared, by in rows if not (is_declared and named.intersection(by))]


def _containing(graph: Graph, needle: bytes) -> list[int]:
    symbols = graph.symbols
    hits: list[int] = []
    at = symbols.blob.find(needle)
    while at >= 0:
        hits.append(at)
        at = symbols.blob.find(needle, at + 1)
    rows = np.searchsorted(symbols.offsets, np.array(hits, dtype=np.int64), side="right") - 1
    found: list[int] = np.unique(rows).tolist()
    return found


def _plain(symbol: str) -> str:
    """The symbol without parameter types and ordinal: `find(int)~2` → `find`."""
    head, tilde, ordinal = symbol.rpartition("~")
    if tilde and ordinal.isdecimal():
        symbol = head
    if not symbol.endswith(")"):
        return symbol
    opening = symbol.find("(")
    if symbol.startswith("operator()", opening - len("operator")):
        opening = symbol.find("(", opening + 2)
    return symbol[:opening] if opening > 0 else symbol


def _last(symbol: str) -> str:
    """The last part of a symbol, the file's name of a path."""
    plain = _plain(symbol)
    _, slash, file = plain.rpartition("/")
    return file if slash and file else re.split(r"[.#:]", plain.rstrip("./#:"))[-1]


def _as_shown(text: str) -> str:
    """The bytes of a path that is no UTF-8, as maps show them."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _pairs(text: str) -> set[str]:
    padded = f" {text} "
    return {padded[i : i + 2] for i in range(len(padded) - 1)}


def _likeness(pairs: set[str], name: str) -> float:
    others = _pairs(name[:_LONGEST])
    return 2 * len(pairs & others) / (len(pairs) + len(others))
