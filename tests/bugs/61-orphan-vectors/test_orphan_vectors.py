"""Deleted code is still found.

Seen in ruvnet/ruflo#2815, nexi-lab/nexus#4637.
"""

from __future__ import annotations

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.errors import BuildError
from xray_graph.retrieve import Questions, search
from xray_graph.snapshot import MapParts, StoredVectors, open_map, write_map

FILES = {
    "cart.py": "def add_item(cart, item):\n    cart.append(item)\n",
    "refund.py": "def grant_refund(order):\n    return order.paid\n",
}


def built(root):
    return pipeline.build(root, BuildSettings(name="shop")).parts


def test_what_was_deleted_is_not_found(repo, tmp_path):
    root = repo(FILES)
    before = built(root)
    (root / "refund.py").unlink()
    after = built(root)
    path = tmp_path / "shop.graph.gz"
    for parts, expected in ((before, True), (after, False)):
        write_map(path, parts)
        with open_map(path) as map_:
            found = search(map_, "when is a refund granted", limit=20, questions=Questions()).results
            assert any("refund" in one.path for one in found) == expected
            assert int(map_.vectors.ids.max()) < len(map_.graph)


def test_a_vector_of_no_node_is_refused_when_written(repo, tmp_path):
    parts = built(repo(FILES))
    ids = parts.vectors.ids.copy()
    ids[-1] = len(parts.graph)
    orphan = StoredVectors(ids, parts.vectors.rows, parts.vectors.scale)
    with pytest.raises(BuildError, match="vector ids"):
        write_map(
            tmp_path / "shop.graph.gz",
            MapParts(parts.about, parts.graph, parts.sources, orphan, parts.words),
        )
