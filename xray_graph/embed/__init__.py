"""The embed stage: the texts of nodes become vectors, and so do a map's summary and a question.

`make_embedder` opens what the settings ask for; `embed_nodes` and `summarise` are
for builds, `embed_question` for searches. `embed.recipe` says what is embedded of a node.
"""

from xray_graph.embed.cache import VectorCache, default_path
from xray_graph.embed.embedder import (
    CorpusEmbedder,
    Embedder,
    QuestionEmbedder,
    checked,
    embed_question,
    embedder_for,
    make_embedder,
)
from xray_graph.embed.keywords import WordCounts
from xray_graph.embed.recipe import embedded_nodes, node_text, node_texts
from xray_graph.embed.summary import MapSummary, summarise
from xray_graph.embed.vectors import Vectors, embed_nodes, quantised

__all__ = [
    "CorpusEmbedder",
    "Embedder",
    "MapSummary",
    "QuestionEmbedder",
    "VectorCache",
    "Vectors",
    "WordCounts",
    "checked",
    "default_path",
    "embed_nodes",
    "embed_question",
    "embedded_nodes",
    "embedder_for",
    "make_embedder",
    "node_text",
    "node_texts",
    "quantised",
    "summarise",
]
