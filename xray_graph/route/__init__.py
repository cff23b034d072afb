"""Many maps: which are at hand, which of them to ask, and the answer with where it came from.

atlas = open_atlas([Path("shop.graph.gz")])
atlas.maps(), atlas.search(...), atlas.node(...), atlas.callers(...), atlas.callees(...)
"""

from xray_graph.route.atlas import Atlas
from xray_graph.route.catalog import Catalog
from xray_graph.route.entry import Entry, Reading, State
from xray_graph.route.gathering import open_atlas
from xray_graph.route.listing import MapEntry, MapsReply
from xray_graph.route.notebook import Notebook, NotesReply, WrittenNote
from xray_graph.route.stored import StoredEntry
from xray_graph.route.viewpoint import Viewpoint, marked, seen

__all__ = [
    "Atlas",
    "Catalog",
    "Entry",
    "MapEntry",
    "MapsReply",
    "Notebook",
    "NotesReply",
    "Reading",
    "State",
    "StoredEntry",
    "Viewpoint",
    "WrittenNote",
    "marked",
    "open_atlas",
    "seen",
]
