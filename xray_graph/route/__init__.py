"""Many maps: which are at hand, which of them to ask, and the answer with where it came from.

atlas = open_atlas([Path("shop.graph.gz")])
atlas.search(...), atlas.node(...), atlas.callers(...), atlas.maps()
"""

from xray_graph.route.atlas import Atlas, MapEntry, MapsReply, open_atlas
from xray_graph.route.catalog import Catalog
from xray_graph.route.router import Asked

__all__ = ["Asked", "Atlas", "Catalog", "MapEntry", "MapsReply", "open_atlas"]
