"""The market's map, built once: in memory with vectors, and by words alone."""

from __future__ import annotations

import pytest

from tests.retrieve.market import FILES
from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.retrieve import Questions
from xray_graph.snapshot import Map


@pytest.fixture(scope="session")
def market(tmp_path_factory):
    root = testing.write(tmp_path_factory.mktemp("made") / "market", FILES)
    return Map.of(pipeline.build(root, BuildSettings(name="market")).parts)


@pytest.fixture(scope="session")
def plain_market(tmp_path_factory):
    root = testing.write(tmp_path_factory.mktemp("plain") / "market", FILES)
    settings = BuildSettings(name="market", embed=EmbedSettings(embedder="none"))
    return Map.of(pipeline.build(root, settings).parts)


@pytest.fixture(scope="session")
def questions():
    return Questions()
