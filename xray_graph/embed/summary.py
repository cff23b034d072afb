"""The summary of a map: a short text that says what it is about, its vector and its characteristic words.

The text is what the user said (`description`), else the beginning of the README, else the names of what
the map defines most prominently (`symbols`). The words are those of `embed.keywords`. Called by `pipeline`
and `update`; stored in the snapshot's header, and what `route` goes by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from xray_graph.embed.cache import VectorCache, text_key
from xray_graph.embed.embedder import Embedder, checked
from xray_graph.embed.keywords import WordCounts, keywords
from xray_graph.graph import Graph
from xray_graph.model import NodeKind

TEXT_LIMIT: Final = 1200  # characters
_README: Final = re.compile(r"(?i)readme(\.(md|markdown|rst|txt|adoc))?")
_NAMES: Final = 60
_TYPES: Final = (
    NodeKind.CLASS,
    NodeKind.STRUCT,
    NodeKind.INTERFACE,
    NodeKind.TRAIT,
    NodeKind.FUNCTION,
    NodeKind.ENUM,
    NodeKind.TYPE,
    NodeKind.SERVICE,
    NodeKind.TABLE,
    NodeKind.MANIFEST,
)
_MARKUP: Final = re.compile(
    r"<!--.*?-->|<[^>]{1,400}>|!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])|^\[[^\]]+\]:.*$|^\.\. .*$|^ *:\w+:.*$",
    re.DOTALL | re.MULTILINE,
)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_FENCE: Final = re.compile(r"^(```|~~~).*?^\1", re.DOTALL | re.MULTILINE)


class MapSummary(NamedTuple):
    """The fields of a snapshot's Summary, in order."""

    text: str
    source: str  # "description", "readme" or "symbols"
    vector: bytes  # float32, little-endian; empty without an embedder, or when the text says nothing
    words: Mapping[str, int]  # characteristic word → -8 log2 of the share of nodes that hold it


def summarise(
    graph: Graph,
    sources: Mapping[str, bytes],
    description: str = "",
    embedder: Embedder | None = None,
    *,
    counts: WordCounts | None = None,
    cache: VectorCache | None = None,
    before: MapSummary | None = None,
) -> MapSummary:
    """What the map is about, where that was taken from, its routing vector and its words.

    `counts` are of all words of the map; without them it has no characteristic ones. `cache` is asked
    for the vector first. `before` is the summary of a map of the same label by the same embedder: an equal
    text is not embedded again.

    Raises:
        EmbeddingError: as Embedder.embed.
    """
    text, source = _text(graph, sources, description)
    words = {} if counts is None else keywords(counts)
    if before is not None and (before.text, before.source) == (text, source):
        return before._replace(words=words)
    vector = b""
    if embedder is not None:
        row = _embedded(f"{graph.label}\n\n{text}", embedder, cache)
        vector = row.astype("<f4").tobytes() if row.any() else b""
    return MapSummary(text, source, vector, words)


def _embedded(text: str, embedder: Embedder, cache: VectorCache | None) -> npt.NDArray[np.float32]:
    key = text_key(text)
    row = cache.get(embedder, {key: text}).get(key) if cache else None
    if row is None:
        row = checked(embedder, embedder.embed([text]), 1)[0]
        if cache:
            cache.put(embedder, {key: row})
    return row


def _text(graph: Graph, sources: Mapping[str, bytes], description: str) -> tuple[str, str]:
    if description.strip():
        return _short(description), "description"
    readme = _prose(sources.get(_readme(graph), b"").decode("utf-8", "replace"))
    if readme:
        return _short(readme), "readme"
    return _short(f"{graph.label}: {', '.join(_prominent(graph))}"), "symbols"


def _readme(graph: Graph) -> str:
    """The path of the README that lies highest; the first by name among equals."""
    found = [path for path in graph.paths if _README.fullmatch(path.rpartition("/")[2])]
    return min(found, key=lambda path: (path.count("/"), path.lower(), path), default="")


def _prose(text: str) -> str:
    """Markdown or plain text without badges, tags, code blocks and targets."""
    text = _MARKUP.sub(" ", _FENCE.sub(" ", text[: 8 * TEXT_LIMIT]))
    return " ".join(_LINK.sub(r"\1", text).replace("`", "").split())


def _prominent(graph: Graph) -> list[str]:
    """Names of exported, tested-by-nobody-else definitions: those that most others point at first."""
    chosen = graph.with_kind(*_TYPES) & ~graph.with_attribute("test") & ~graph.with_attribute("generated")
    pointed = np.bincount(graph.edges.target, minlength=len(graph))
    ids = np.flatnonzero(chosen)
    order = ids[np.lexsort((ids, -pointed[ids]))]
    names = dict.fromkeys(graph.symbol(i) for i in order[: 4 * _NAMES].tolist())
    return [name for name in names if name][:_NAMES]


def _short(text: str) -> str:
    """The text on one line, cut at a word."""
    line = " ".join(text.split())
    return line if len(line) <= TEXT_LIMIT else line[:TEXT_LIMIT].rpartition(" ")[0] or line[:TEXT_LIMIT]
