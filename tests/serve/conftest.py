"""One map and one server over it for the whole folder; tests that stop a server start their own."""

from __future__ import annotations

import pytest

from tests.serve.running import serving
from tests.snapshot.maps import parts
from xray_graph.snapshot import write_map


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """A small snapshot, labelled `shop`."""
    path = tmp_path_factory.mktemp("maps") / "shop.graph.gz"
    write_map(path, parts())
    return path


@pytest.fixture(scope="session")
def server(shop):
    with serving(str(shop)) as running:
        yield running
