"""One map and one server over it for the whole folder; tests that stop a server start their own."""

from __future__ import annotations

import pytest

from tests.serve.running import serving
from tests.serve.shop import FILES, OTHER, build


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """A small snapshot, labelled `shop`."""
    return build(FILES, tmp_path_factory.mktemp("maps"))


@pytest.fixture(scope="session")
def two_maps(tmp_path_factory):
    """A folder with the maps `shop` and `weather`."""
    folder = tmp_path_factory.mktemp("two")
    build(FILES, folder)
    build(OTHER, folder, "weather")
    return folder


@pytest.fixture(scope="session")
def server(shop):
    with serving(str(shop)) as running:
        yield running
