"""The openai embedder against a real server that works, limits, refuses, stalls and lies."""

from __future__ import annotations

import contextlib
import threading

import numpy as np
import pytest

from tests.embed.embedding_server import serving
from tests.embed.shop import GRAPH, SOURCES
from xray_graph.config import EmbedSettings
from xray_graph.embed import VectorCache, embed_nodes, embed_question, opener
from xray_graph.embed.endpoint import Endpoint, Patience
from xray_graph.embed.openai import MARK, Limits, OpenAI, described, fingerprint
from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.lexicon import read_corpus, read_question
from xray_graph.testing import CountingEmbedder

QUICK = Patience(attempts=3, first_wait=0.01, longest_wait=5.0, connect=2.0, answer=5.0)
TEXTS = [f"text number {k} of the shop" for k in range(25)]


@contextlib.contextmanager
def speaking(server, *, dims=16, limits=None, patience=QUICK, environment=None, input_limit=8192):
    endpoint = Endpoint(server.url, environment=environment or {})
    embedder = OpenAI(
        endpoint,
        "small",
        dims,
        input_limit,
        limits=limits,
        patience=patience,
        asking=patience._replace(attempts=1),
    )
    try:
        yield embedder
    finally:
        embedder.close()


def expected(texts, dims=16):
    return CountingEmbedder(dims).embed(texts)


def test_rows_are_unit_vectors_in_the_order_of_the_texts():
    with serving() as server, speaking(server, limits=Limits(texts=4, at_once=3)) as embedder:
        rows = embedder.embed(TEXTS)
    assert rows.dtype == np.float32
    assert np.allclose(rows, expected(TEXTS), atol=1e-6)
    assert sorted(len(asked["input"]) for asked in server.requests) == [1, 4, 4, 4, 4, 4, 4]
    assert server.requests[0]["model"] == "small"
    assert server.requests[0]["dimensions"] == 16


def test_no_more_requests_are_open_than_allowed():
    with serving() as server, speaking(server, limits=Limits(texts=1, at_once=2)) as embedder:
        embedder.embed(TEXTS)
    assert 1 <= server.most_open <= 2


def test_batches_are_bounded_by_tokens_too():
    texts = ["word " * 100] * 10  # 125 tokens each
    with serving() as server, speaking(server, limits=Limits(tokens=400)) as embedder:
        embedder.embed(texts)
    assert max(len(asked["input"]) for asked in server.requests) == 3


def test_an_empty_text_is_not_sent():
    with serving() as server, speaking(server) as embedder:
        rows = embedder.embed(["", "cart", " \n"])
    assert rows.any(axis=1).tolist() == [False, True, False]
    assert server.embedded == ["cart"]


def test_a_refused_batch_is_halved_and_the_next_ones_are_smaller():
    with serving(most_texts=10) as server, speaking(server, limits=Limits(at_once=1)) as embedder:
        first = embedder.embed(TEXTS)
        assert np.allclose(first, expected(TEXTS), atol=1e-6)
        asked = len(server.requests)
        embedder.embed(TEXTS)
        assert all(len(each["input"]) <= 10 for each in server.requests[asked:])
    assert server.embedded.count(TEXTS[7]) == 2


def test_a_text_that_is_too_long_alone_is_cut_with_a_mark(caplog):
    texts = [*TEXTS[:3], "long " * 400, *TEXTS[3:6]]
    with serving(most_characters=600) as server, speaking(server, limits=Limits(at_once=1)) as embedder:
        rows = embedder.embed(texts)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    (cut,) = [text for text in server.embedded if text.startswith("long")]
    assert cut.endswith(MARK)
    assert len(cut) <= 600
    assert "1 texts were too long" in caplog.text
    bodies = [tuple(asked["input"]) for asked in server.requests]
    assert len(set(bodies)) == len(bodies)  # nothing that was refused was sent again


def test_one_that_refuses_everything_is_told_of():
    with (
        serving(most_texts=0) as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError) as caught,
    ):
        embedder.embed(TEXTS[:4])
    assert "too much input" in caught.value.message
    assert caught.value.where == server.url + "/embeddings"
    assert len(server.requests) < 12


def test_a_busy_server_is_waited_for_as_it_asks():
    busy = [(429, {"retry-after": "0"}), (503, {}), (429, {"retry-after": "0.05"})]
    patience = QUICK._replace(attempts=4)
    with serving(busy=busy) as server, speaking(server, patience=patience) as embedder:
        assert embedder.embed(["cart"]).any()
    assert len(server.requests) == 4


def test_a_server_that_asks_for_too_long_a_wait_is_an_error():
    with (
        serving(busy=[(429, {"retry-after": "3600"})]) as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match="asks to wait 3600 s: slow down"),
    ):
        embedder.embed(["cart"])


def test_a_server_that_stays_busy_is_given_up():
    with (
        serving(busy=[(503, {})] * 9) as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match="answered 503 in the last of 3 attempts"),
    ):
        embedder.embed(["cart"])
    assert len(server.requests) == 3


def test_a_request_that_stalls_is_made_again():
    patience = QUICK._replace(answer=0.3)
    with serving(stalls=1) as server, speaking(server, patience=patience) as embedder:
        assert embedder.embed(["cart"]).any()
    assert len(server.requests) == 2


def test_an_answer_that_drips_for_ever_ends():
    patience = QUICK._replace(answer=0.3, attempts=1)
    with (
        serving(drips=True) as server,
        speaking(server, patience=patience) as embedder,
        pytest.raises(EmbeddingError, match="no answer in 1 attempts"),
    ):
        embedder.embed(["cart"])


def test_nobody_there_is_an_error_that_names_the_address(caplog):
    with serving() as server:
        pass
    with (
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match="no answer in 3 attempts") as caught,
    ):
        embedder.embed(["cart"])
    assert caught.value.where == server.url + "/embeddings"
    assert [f"attempt {k} of 3" in told for k, told in enumerate(caplog.messages, 1)] == [True, True]


def row(values, index=0):
    return [{"index": index, "embedding": values}]


@pytest.mark.parametrize(
    ("lie", "message"),
    [
        (lambda data: data[:-1], "1 embeddings came back for 2 texts"),
        (lambda data: [*data, data[0]], "3 embeddings came back for 2 texts"),
        (lambda data: [data[1], {**data[0], "index": 2}], "embedding 0 of 2 came back as number 1"),
        (lambda data: [data[0], data[0]], "embedding 1 of 2 came back as number 0"),
        (lambda data: [{**each, "embedding": each["embedding"][:8]} for each in data], "8 dimensions, not 16"),
        (lambda data: [{**each, "embedding": each["embedding"] * 4} for each in data], "64 dimensions, not 16"),
        (lambda data: [data[0], {"index": 1, "embedding": [0.0] * 16}], "embedding 1 of 2 .* all zeros"),
        (b'{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}', "no list of embeddings"),
        (lambda data: [data[0], {"index": 1, "embedding": [None] * 16}], "no list of embeddings"),
        (lambda data: [data[0], {"index": 1, "embedding": [float("nan")] * 16}], "no list of embeddings"),
        (lambda data: [data[0], {"index": 1, "embedding": "AACAPw=="}], "no list of embeddings"),
        (lambda data: {"0": data}, "no list of embeddings"),
        (b"<html>welcome</html>", "welcome"),
        (b"[" * 100_000, "no list of embeddings"),
        (b" " * 40_000_000, "more than the"),
        (b"", "no list of embeddings"),
    ],
)  # fmt: skip
def test_a_lie_is_not_believed(lie, message):
    with (
        serving(lie=lie) as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match=message) as caught,
    ):
        embedder.embed(TEXTS[:2])
    assert caught.value.where == server.url + "/embeddings"


def test_rows_without_their_number_are_in_order():
    lie = lambda data: [{"embedding": each["embedding"]} for each in data]
    with serving(lie=lie) as server, speaking(server) as embedder:
        assert np.allclose(embedder.embed(TEXTS), expected(TEXTS), atol=1e-6)


def test_rows_go_by_their_numbers():
    with serving(lie=lambda data: data[::-1]) as server, speaking(server) as embedder:
        assert np.allclose(embedder.embed(TEXTS), expected(TEXTS), atol=1e-6)


def test_a_server_that_knows_no_dimensions_is_asked_without():
    with serving(takes_dims=False) as server, speaking(server) as embedder:
        assert embedder.embed(TEXTS).shape == (25, 16)
    assert "dimensions" not in server.requests[-1]


def test_a_key_that_comes_back_is_not_repeated():
    environment = {"XRAY_EMBEDDING_KEY": "sk-secret"}
    with (
        serving(lie=b"<p>who are you, sk-secret?\x1b[2J") as server,
        speaking(server, environment=environment) as embedder,
        pytest.raises(EmbeddingError, match=r"who are you, \*\*\*\?") as caught,
    ):
        embedder.embed(["cart"])
    assert "\x1b" not in caught.value.message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status):
    with serving() as thief, serving(status=status, headers={"location": thief.url}) as server:
        environment = {"XRAY_EMBEDDING_KEY": "sk-secret"}
        with (
            speaking(server, environment=environment) as embedder,
            pytest.raises(EmbeddingError, match=f"redirect to 127.0.0.1:{thief.server_port}"),
        ):
            embedder.embed(["cart"])
    assert thief.requests == []


def test_the_key_is_sent_and_told_to_nobody():
    environment = {"XRAY_EMBEDDING_KEY": "sk-secret"}
    with serving(key="sk-secret") as server, speaking(server, environment=environment) as embedder:
        assert embedder.embed(["cart"]).any()
        server.behaviour.key = "another"
        with pytest.raises(EmbeddingError) as caught:
            embedder.embed(["cart"])
    assert "401" in caught.value.message
    assert "***" in caught.value.message
    assert "sk-secret" not in repr(caught.value) + str(caught.value)


def test_without_a_key_the_error_says_where_it_belongs():
    with (
        serving(key="sk-secret") as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match="request without a key") as caught,
    ):
        embedder.embed(["cart"])
    assert "XRAY_EMBEDDING_KEY" in caught.value.hint
    assert "authorization" not in server.seen[0]


def test_a_key_for_openai_goes_to_openai_alone():
    with serving() as server, speaking(server, environment={"OPENAI_API_KEY": "sk-secret"}) as embedder:
        embedder.embed(["cart"])
    assert "authorization" not in server.seen[0]


def test_an_answer_that_is_packed_is_refused():
    with (
        serving(headers={"content-encoding": "gzip"}, lie=b"\x1f\x8b") as server,
        speaking(server) as embedder,
        pytest.raises(EmbeddingError, match="encoding"),
    ):
        embedder.embed(["cart"])


def test_what_is_finished_is_kept_when_the_rest_fails(tmp_path):
    cache = VectorCache(tmp_path / "vectors.sqlite")
    corpus = read_corpus(GRAPH, SOURCES)
    limits = Limits(texts=2, at_once=1)
    with serving() as server, speaking(server, limits=limits) as embedder:
        server.behaviour.busy = []
        whole = embed_nodes(GRAPH, SOURCES, corpus, embedder)
        texts = list(server.embedded)
        assert len(texts) > 4
        server.embedded.clear()
        server.behaviour.lie = lambda data: data if len(server.requests) % 2 else data[:-1]
        server.requests.clear()
        with pytest.raises(EmbeddingError):
            embed_nodes(GRAPH, SOURCES, corpus, embedder, cache=cache)
        server.behaviour.lie = None
        again = embed_nodes(GRAPH, SOURCES, corpus, embedder, cache=cache)
        assert server.embedded == texts[2:]
    assert np.array_equal(whole.rows, again.rows)
    assert np.array_equal(whole.scale, again.scale)


def test_one_who_stops_listening_leaves_nothing_running():
    with serving() as server, speaking(server, limits=Limits(texts=1, at_once=2)) as embedder:
        batches = embedder.embed_batches(TEXTS)
        next(batches)
        server.behaviour.busy = [(429, {"retry-after": "60"})] * 20
        batches.close()
    for thread in threading.enumerate():
        if thread.name.startswith("embed"):
            thread.join(30)
            assert not thread.is_alive()


def test_a_question_is_a_text():
    with serving() as server, speaking(server) as embedder:
        row = embed_question(embedder, read_question("where is the cart emptied"))
        assert np.allclose(row, expected(["where is the cart emptied"])[0], atol=1e-6)
        assert embed_question(embedder, read_question("  ")) is None


def test_after_a_failure_questions_are_not_sent_for_a_while():
    with serving(status=500) as server, speaking(server) as embedder:
        for _ in range(3):
            with pytest.raises(EmbeddingError, match="500"):
                embed_question(embedder, read_question("where is the cart"))
    assert len(server.requests) == 1


# --- names and addresses ----------------------------------------------------------------------------


def test_a_fingerprint_tells_what_made_it():
    name = fingerprint("org/Model 1%", 256, 8192)
    assert name.startswith("openai-1/org%2FModel%201%25/dims=256/input=8192/recipe=")
    assert described(name) == ("org/Model 1%", 256, 8192)
    assert described(name.replace("openai-1", "openai-7")) is None
    assert described("builtin-1/x/dims=256/input=8192/recipe=1.1") is None


def test_questions_go_to_the_server_of_the_settings_when_the_model_is_its():
    settings = EmbedSettings(embedder="openai", endpoint="http://127.0.0.1:9/v1", model="small")
    open_embedder = opener(settings)
    found = open_embedder(fingerprint("small", 64, 1000))
    assert (found.model, found.dims, found.input_limit) == ("small", 64, 1000)
    assert open_embedder(fingerprint("other", 64, 1000)) is None
    assert opener()(fingerprint("small", 64, 1000)) is None


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://host.example", "https://host.example/v1/embeddings"),
        ("https://host.example/v1/", "https://host.example/v1/embeddings"),
        ("https://host.example/api/embeddings", "https://host.example/api/embeddings"),
        ("https://host.example/x?version=2", "https://host.example/x/embeddings?version=2"),
        ("http://localhost:11434", "http://localhost:11434/v1/embeddings"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1/embeddings"),
    ],
)
def test_an_address_may_be_that_of_the_api(given, address):
    assert Endpoint(given, environment={}).url == address


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "needs an address"),
        ("ftp://host.example/v1", "no address of HTTP"),
        ("host.example/v1", "no address of HTTP"),
        ("https://", "no address of HTTP"),
        ("https://host.example:port/", "no address"),
        ("https://user:password@host.example/v1", "holds no login"),
        ("http://host.example/v1", "unencrypted"),
        ("http://127.0.0.1.host.example/v1", "unencrypted"),
        ("http://localhost.host.example/v1", "unencrypted"),
        ("https://host.example/\nx", "no address"),
    ],
)
def test_an_address_that_text_must_not_go_to(url, message):
    with pytest.raises(UsageError, match=message) as caught:
        Endpoint(url, environment={})
    assert caught.value.where == "--embedding-endpoint"


def test_plain_http_elsewhere_takes_a_flag():
    assert Endpoint("http://host.example", plain_http=True, environment={}).host == "host.example"
