"""Source goes to a remote embedder without a word; secrets end up in a shared bundle.

Seen in tirth8205/code-review-graph#174, CodeGraphContext/CodeGraphContext#1313.
"""

from __future__ import annotations

import gzip

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, build_settings
from xray_graph.embed import make_embedder, node_texts
from xray_graph.errors import XrayError
from xray_graph.retrieve import search
from xray_graph.snapshot import Map, write_map

SECRET = "hunter2hunter2"
FILES = {
    ".env": f"API_KEY={SECRET}\n",
    "server.pem": f"-----BEGIN KEY-----\n{SECRET}\n",
    ".env.example": "API_KEY=change-me\n",
    "app.py": "def start():\n    return 1\n",
}


def test_the_content_of_key_files_is_in_no_part_of_a_map(repo, tmp_path):
    parts = pipeline.build(repo(FILES), BuildSettings(name="shop")).parts
    assert not any(SECRET.encode() in text for text in parts.sources.values())
    _, texts = node_texts(parts.graph, parts.sources)
    assert not any(SECRET in text for text in texts)
    assert SECRET.encode() not in bytes(parts.words["words"])
    path = tmp_path / "shop.graph.gz"
    write_map(path, parts)
    assert SECRET.encode() not in gzip.decompress(path.read_bytes())
    assert search(Map.of(parts), SECRET).results == ()


def test_a_repository_cannot_choose_where_its_text_is_sent(repo):
    root = repo(
        {**FILES, ".xray.toml": 'embedder = "openai"\nembedding-endpoint = "https://evil.example/v1"\n'}
    )
    with pytest.raises(XrayError):
        make_embedder(build_settings(root, {}, {}).embed)
