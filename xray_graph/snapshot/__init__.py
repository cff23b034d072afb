"""The snapshot stage: one map in one file, read lazily and trusted with nothing.

    write_map(path, MapParts(about, graph, sources, vectors, words))
    with open_map(path) as map: map.graph, map.body(i), map.vectors, map.words
    read_header(path)   inspect(path)   verify(path)

`snapshots/FORMAT.md` says what every byte is.
"""

from xray_graph.snapshot.header import inspect, read_header
from xray_graph.snapshot.layout import About, Header, Section, StoredRepository, Summary
from xray_graph.snapshot.map import Map, MapParts, StoredVectors, open_blob, open_map
from xray_graph.snapshot.opening import OPENLY, Opening
from xray_graph.snapshot.verify import verify
from xray_graph.snapshot.write import write_map

__all__ = [
    "OPENLY",
    "About",
    "Header",
    "Map",
    "MapParts",
    "Opening",
    "Section",
    "StoredRepository",
    "StoredVectors",
    "Summary",
    "inspect",
    "open_blob",
    "open_map",
    "read_header",
    "verify",
    "write_map",
]
