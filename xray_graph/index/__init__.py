"""The indexes of a map: vectors, exactly in two steps or by a graph; words, by trigrams and BM25."""

from xray_graph.index.columns import VectorColumns
from xray_graph.index.declared import DeclaredNames
from xray_graph.index.hnsw import Hnsw, Links
from xray_graph.index.vectors import VectorIndex
from xray_graph.index.words import WordIndex, best

__all__ = ["DeclaredNames", "Hnsw", "Links", "VectorColumns", "VectorIndex", "WordIndex", "best"]
