"""The embed stage: the texts of nodes become vectors, and so do a map's summary and a question.

`make_embedder` opens what the settings ask for; `embed_nodes` and `summarise` are for builds, `opener`,
`embed_question` and `weighed` for searches. `embed.recipe` says what is embedded of a node.
"""

from xray_graph.embed.cache import VectorCache, cache_for, default_path
from xray_graph.embed.choice import destination, embedder_for, make_embedder, opener
from xray_graph.embed.embedder import (
    BatchEmbedder,
    CorpusEmbedder,
    Embedder,
    QuestionEmbedder,
    checked,
    embed_question,
)
from xray_graph.embed.keywords import WordCounts
from xray_graph.embed.recipe import embedded_nodes, node_text, node_texts
from xray_graph.embed.summary import MapSummary, summarise
from xray_graph.embed.token_weights import weighed
from xray_graph.embed.vectors import Seeds, Vectors, embed_nodes, quantised, seeds_of

__all__ = [
    "BatchEmbedder",
    "CorpusEmbedder",
    "Embedder",
    "MapSummary",
    "QuestionEmbedder",
    "Seeds",
    "VectorCache",
    "Vectors",
    "WordCounts",
    "cache_for",
    "checked",
    "default_path",
    "destination",
    "embed_nodes",
    "embed_question",
    "embedded_nodes",
    "embedder_for",
    "make_embedder",
    "node_text",
    "node_texts",
    "opener",
    "quantised",
    "seeds_of",
    "summarise",
    "weighed",
]
