"""Too many texts or tokens in a request: the same refused batch is sent for ever, and progress is lost.

Seen in RooCodeInc/Roo-Code#7702, yoanbernabeu/grepai#214, kenn-io/agentsview#1356.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.embed.embedding_server import serving
from xray_graph.embed.endpoint import Endpoint, Patience
from xray_graph.embed.openai import MARK, OpenAI

TEXTS = [f"text {k}" for k in range(24)]
LONG = "long " * 1600  # 2,000 tokens


@pytest.fixture
def server():
    busy = [(429, {"retry-after": "0.02"}), (429, {"retry-after": "0.02"})]
    with serving(most_texts=10, most_characters=4000, busy=busy) as running:
        yield running


def test_every_text_gets_a_vector_and_no_request_is_refused_twice(server):
    embedder = OpenAI(Endpoint(server.url, environment={}), "m", 16, patience=Patience(first_wait=0.01))
    rows = embedder.embed([*TEXTS, LONG])
    embedder.close()
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert sorted(server.embedded)[1:] == sorted(TEXTS)
    assert min(server.embedded).endswith(MARK)
    refused = [tuple(asked["input"]) for asked in server.requests[2:] if too_much(asked["input"])]
    assert len(refused) == len(set(refused))


def too_much(texts):
    return len(texts) > 10 or sum(map(len, texts)) > 4000
