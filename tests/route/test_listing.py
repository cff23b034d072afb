"""What the list of maps says of each: only vectors that can be asked count as such."""

from __future__ import annotations

import pytest

from xray_graph.config import EmbedSettings
from xray_graph.embed import make_embedder
from xray_graph.route import listing


@pytest.mark.parametrize(
    ("fingerprint", "searched_by"),
    [
        (make_embedder(EmbedSettings()).fingerprint, "words and vectors"),
        (make_embedder(EmbedSettings(dims=64)).fingerprint, "words and vectors"),
        ("openai/text-embedding-3-small/dims=256/input=8192/recipe=1.1", "words and vectors"),
        ("builtin-3/xray-code-3/dims=256/input=8192/recipe=1.1", "words"),  # an earlier model's
        ("", "words"),
    ],
)
def test_a_map_is_searched_by_what_can_be_asked(fingerprint, searched_by):
    assert listing.searched_by(fingerprint) == searched_by
