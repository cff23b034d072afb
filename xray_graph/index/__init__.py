"""The two indexes of a map: vectors, exact in two steps; words, by trigrams and BM25."""

from xray_graph.index.vectors import VectorColumns, VectorIndex
from xray_graph.index.words import WordIndex, best

__all__ = ["VectorColumns", "VectorIndex", "WordIndex", "best"]
