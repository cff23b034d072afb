"""Many maps: which are at hand, which of them to ask, and the answer with where it came from.

atlas = open_atlas([Path("shop.graph.gz")])
atlas.maps(), atlas.search(...), atlas.node(...), atlas.callers(...), atlas.callees(...)
"""

from xray_graph.route.atlas import Atlas, open_atlas
from xray_graph.route.catalog import Catalog, Entry
from xray_graph.route.listing import MapEntry, MapsReply

__all__ = ["Atlas", "Catalog", "Entry", "MapEntry", "MapsReply", "open_atlas"]
