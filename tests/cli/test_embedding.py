"""`--embedder openai` from the command line: what is said first, what is sent, what is left behind."""

from __future__ import annotations

import json

import pytest

from tests.embed.embedding_server import serving
from xray_graph.cli import run, served
from xray_graph.embed import default_path
from xray_graph.snapshot import open_map, read_header

FILES = {
    "cart.py": "def empty_cart():\n    return []\n",
    "pay.py": "def charge_card(order):\n    return order\n",
    "README.md": "# Shop\n\nSells things.\n",
}


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("XRAY_EMBEDDING_KEY", "sk-secret")
    with serving(key="sk-secret") as running:
        yield running


def flags(server, model="small", dims=16):
    return [
        *("--embedder", "openai", "--embedding-endpoint", server.url, "--embedding-model", model),
        *(("--embedding-dims", str(dims)) if dims else ()),
    ]


def build(root, out, server, *more, **how):
    return run(["graph", "build", str(root), "-o", str(out), *flags(server, **how), *more])


def test_the_address_is_told_before_anything_is_sent(repo, tmp_path, server, capfd):
    assert build(repo(FILES), tmp_path, server) == 0
    first = capfd.readouterr().err.splitlines()[0]
    assert first == f"text is sent to {server.url}/embeddings for its vectors, by small"
    about = read_header(tmp_path / "shop.graph.gz").about
    assert about.fingerprint.startswith("openai-1/small/dims=16/")
    assert len(about.summary.vector) == 4 * 16
    assert {headers["authorization"] for headers in server.seen} == {"Bearer sk-secret"}


def test_a_variable_alone_sends_nothing(repo, tmp_path, server, monkeypatch, capfd):
    monkeypatch.setenv("XRAY_EMBEDDER", "openai")
    monkeypatch.setenv("XRAY_EMBEDDING_ENDPOINT", server.url)
    monkeypatch.setenv("XRAY_EMBEDDING_MODEL", "small")
    assert run(["graph", "build", str(repo(FILES)), "-o", str(tmp_path)]) == 2
    assert "--embedder openai" in capfd.readouterr().err
    assert server.requests == []


def test_text_does_not_go_elsewhere_unencrypted(repo, tmp_path, server, capfd):
    server.behaviour.key = ""
    command = ["graph", "build", str(repo(FILES)), "-o", str(tmp_path), "--embedder", "openai"]
    elsewhere = ["--embedding-endpoint", "http://embed.example/v1", "--embedding-model", "m"]
    assert run([*command, *elsewhere]) == 2
    assert "--embedding-plain-http" in capfd.readouterr().err
    assert list(tmp_path.glob("*.gz")) == []


def test_an_unusable_answer_leaves_the_map_of_before(repo, tmp_path, server, capfd):
    root = repo(FILES)
    assert build(root, tmp_path, server) == 0
    before = (tmp_path / "shop.graph.gz").read_bytes()
    (root / "new.py").write_text("def newcomer(): ...\n")
    server.behaviour.lie = lambda data: data[:-1]
    assert build(root, tmp_path, server) == 1
    told = capfd.readouterr().err
    assert f"{server.url}/embeddings" in told
    assert "embeddings came back" in told
    assert "sk-secret" not in told
    assert [path.name for path in tmp_path.glob("*.gz")] == ["shop.graph.gz"]
    assert (tmp_path / "shop.graph.gz").read_bytes() == before


@pytest.mark.parametrize("known_by", ["cache", "snapshot"])
def test_a_second_build_sends_only_what_is_new(repo, tmp_path, server, known_by):
    root = repo(FILES)
    assert build(root, tmp_path, server) == 0
    first = (tmp_path / "shop.graph.gz").read_bytes()
    if known_by == "snapshot":
        default_path().unlink()
    else:
        (tmp_path / "shop.graph.gz").unlink()
    server.embedded.clear()
    assert build(root, tmp_path, server) == 0
    assert (tmp_path / "shop.graph.gz").read_bytes() == first
    summary = [text for text in server.embedded if text.startswith("shop\n")]
    assert server.embedded == ([] if known_by == "cache" else summary)
    (root / "pay.py").write_text("def refund(order):\n    return order\n")
    server.embedded.clear()
    assert build(root, tmp_path, server) == 0
    assert [text.split("\n")[0] for text in server.embedded] == ["refund"]


def test_vectors_of_another_model_seed_nothing(repo, tmp_path, server):
    root = repo(FILES)
    assert build(root, tmp_path, server) == 0
    count = len(server.embedded)
    assert build(root, tmp_path, server, model="large") == 0
    assert len(server.embedded) == 2 * count


def test_a_question_goes_to_the_server_when_a_flag_says_so(repo, tmp_path, server, capfd):
    assert build(repo(FILES), tmp_path, server) == 0
    file = str(tmp_path / "shop.graph.gz")
    server.embedded.clear()
    capfd.readouterr()
    asked = ["graph", "search", "charge the card", "--map", file, "--json"]
    assert run(asked) == 0
    told = json.loads(capfd.readouterr().out)
    assert "--embedder openai" in told["maps"][0]["reason"]
    assert server.embedded == []
    assert run([*asked, *flags(server, dims=0)]) == 0
    shown, beside = capfd.readouterr()
    assert "text is sent to" in beside
    told = json.loads(shown)
    assert told["maps"][0]["reason"] == "the only map"
    assert told["results"][0]["name"] == "shop//pay.py::charge_card"
    assert server.embedded == ["charge the card"]


def test_a_server_that_is_gone_leaves_words(repo, tmp_path, server, capfd):
    assert build(repo(FILES), tmp_path, server) == 0
    file = str(tmp_path / "shop.graph.gz")
    capfd.readouterr()
    server.behaviour.status = 404
    assert run(["graph", "search", "charge the card", "--map", file, "--json", *flags(server, dims=0)]) == 0
    told = json.loads(capfd.readouterr().out)
    assert "searched by words only" in told["maps"][0]["reason"]
    assert told["results"][0]["name"] == "shop//pay.py::charge_card"


def test_the_rows_of_a_map_are_what_the_server_gave(repo, tmp_path, server):
    assert build(repo(FILES), tmp_path, server) == 0
    with open_map(tmp_path / "shop.graph.gz") as map_:
        assert map_.vectors.rows.shape == (len(map_.vectors.ids), 16)
        assert len(map_.vectors.ids) == len(server.embedded) - 1  # the summary is one of them


def test_a_server_asks_as_its_flags_say(repo, tmp_path, server, capfd):
    root = repo(FILES)
    assert build(root, tmp_path, server) == 0
    server.embedded.clear()
    embedding = {
        "embedder": "openai", "embedding_endpoint": server.url, "embedding_model": "small",
        "embedding_plain_http": False,
    }  # fmt: skip
    house = served.gather([str(tmp_path / "shop.graph.gz")], tmp_path, embedding=embedding)
    assert "text is sent to" in capfd.readouterr().err
    for _ in range(2):
        reply = house.atlas.search("charge the card", limit=5)
        assert reply.maps[0].reason == "the only map"
        assert reply.results[0].name == "shop//pay.py::charge_card"
    assert server.embedded == ["charge the card"]  # once: the vector is kept
    house.close()
    house = served.gather([str(root)], tmp_path, embedding=embedding)
    chosen = house.keepers[0].source.configure().embed
    assert (chosen.embedder, chosen.endpoint, chosen.model) == ("openai", server.url, "small")
    house.close()
