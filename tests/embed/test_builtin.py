"""The built-in embedder: the same vectors every way, near to what means the same, refusals that help."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.embed.shop import GRAPH, SOURCES
from xray_graph.config import EmbedSettings
from xray_graph.embed import (
    embed_question,
    embedded_nodes,
    embedder_for,
    make_embedder,
    node_texts,
    quantised,
)
from xray_graph.embed.builtin import VERSION, Builtin
from xray_graph.embed.builtin_pieces import BUCKETS, Pieces
from xray_graph.embed.builtin_table import HIGHEST, MODEL, Table
from xray_graph.embed.builtin_table import VERSION as TABLE_VERSION
from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.lexicon import read_corpus, read_question

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def builtin():
    return Builtin()


def test_rows_are_of_length_one(builtin):
    rows = builtin.embed(["parse the command line", "HTTPServer", "目录"])
    assert rows.shape == (3, 256)
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


def test_a_text_without_words_is_zeros(builtin):
    assert not builtin.embed(["", " ?! ", "x", "\n\n"]).any()
    assert builtin.embed([]).shape == (0, 256)


def test_read_words_and_plain_texts_give_the_same_rows(builtin):
    ids, texts = node_texts(GRAPH, SOURCES)
    whole = np.array([len(text) < 8192 for text in texts])  # the cap counts the title of a text too
    by_text = builtin.embed(texts)
    by_words = np.concatenate(list(builtin.embed_corpus(GRAPH, read_corpus(GRAPH, SOURCES), ids)))
    assert np.array_equal(by_text[whole], by_words[whole])
    assert (by_text * by_words).sum(axis=1)[~whole] == pytest.approx(1, abs=1e-3)


def test_batches_and_neighbours_change_nothing(builtin):
    _, texts = node_texts(GRAPH, SOURCES)
    together = builtin.embed(texts)
    alone = np.concatenate([builtin.embed([text]) for text in texts])
    assert np.array_equal(together, alone)
    assert np.array_equal(builtin.embed(texts * 20)[-len(texts) :], together)


def test_long_texts_are_summed_exactly(builtin):
    long = "\n\n" + "alpha beta gamma delta " * 340
    many = [long] + [f"word{k} other" for k in range(60)]
    assert np.array_equal(builtin.embed(many)[0], builtin.embed([long])[0])


def test_meaning_is_near(builtin):
    rows = builtin.embed(["delete the user account", "removeUser", "parse_json_document", "read JSON text"])
    near = rows @ rows.T
    assert near[0, 1] > near[0, 2]
    assert near[2, 3] > near[1, 3]


def test_the_title_of_a_text_counts_most(builtin):
    cookie, cart = builtin.embed(["cookie\n\n\ncart", "cart\n\n\ncookie"])
    question = builtin.embed(["cookie"])[0]
    assert cookie @ question > cart @ question


def test_the_first_ten_words_behind_title_and_place_count_twice(builtin):
    others = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda"]

    def with_cookie(at):
        return builtin.embed(["cart\n\n" + " ".join([*others[:at], "cookie", *others[at:]])])[0]

    question = builtin.embed(["cookie"])[0]
    assert np.array_equal(with_cookie(0), with_cookie(9))
    assert with_cookie(9) @ question > with_cookie(10) @ question


def test_fewer_dimensions_are_the_leading_ones():
    texts = ["parse the command line", "HTTPServer\nserver.py\nListens."]
    short, full = Builtin(64).embed(texts), Builtin().embed(texts)
    leading = full[:, :64] / np.linalg.norm(full[:, :64], axis=1, keepdims=True)
    assert short == pytest.approx(leading, abs=1e-6)


def test_a_question_is_a_vector_or_none(builtin):
    vector = embed_question(builtin, read_question("where is the cart emptied?"))
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
    assert embed_question(builtin, read_question("where is it?")) is None
    assert embed_question(builtin, read_question("?!")) is None


def test_words_of_change_count_less_in_a_question(builtin):
    rows = builtin.embed(["cookie", "fix"])
    vector = embed_question(builtin, read_question("fix cookie"))
    assert vector @ rows[0] > vector @ rows[1]


def test_the_fingerprint_tells_what_a_vector_depends_on():
    prints = {Builtin().fingerprint, Builtin(128).fingerprint, Builtin(256, 4096).fingerprint}
    assert len(prints) == 3
    for fingerprint in prints:
        assert embedder_for(fingerprint).fingerprint == fingerprint


@pytest.mark.parametrize(
    "fingerprint",
    ["", "counting/1/256", "openai/text-embedding-3-small/dims=256/input=8192/recipe=1.1",
     "builtin-1/wordllama-0.4.0.post1/dims=256/input=8192/recipe=1.1",
     "builtin-2/xray-code-2/dims=256/input=8192/recipe=1.1", "builtin-3/xray-code-3/dims=256/input=8192/recipe=1.1", "builtin-4/xray-code-4/dims=9999/input=8192/recipe=1.1"],
)  # fmt: skip
def test_a_foreign_fingerprint_has_no_embedder(fingerprint):
    assert embedder_for(fingerprint) is None


def test_settings_choose_the_embedder():
    assert make_embedder(EmbedSettings(embedder="none")) is None
    assert make_embedder(EmbedSettings(dims=64)).dims == 64
    with pytest.raises(UsageError, match="256 dimensions, not 512"):
        make_embedder(EmbedSettings(dims=512))
    with pytest.raises(UsageError, match="openai"):
        make_embedder(EmbedSettings(embedder="openai"))


@pytest.mark.parametrize("content", [b"", b"not a model \xff\n"])
@pytest.mark.parametrize("name", ["rows.npy", "scales.npy", "pieces.txt", "bias.npy"])
def test_a_damaged_model_says_which_file_and_what_to_do(name, content, tmp_path):
    for file in MODEL.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes() if file.name != name else content)
    table = Table(tmp_path)
    with pytest.raises(EmbeddingError, match=name if content else "damaged") as raised:
        table.bias() if name == "bias.npy" else table.rows(["cart"])
    assert "--no-embed" in raised.value.hint


@pytest.mark.parametrize("name", ["rows.npy", "scales.npy", "pieces.txt", "bias.npy"])
def test_one_bit_that_is_another_is_told(name, tmp_path):
    for file in MODEL.iterdir():
        data = bytearray(file.read_bytes())
        data[-9] ^= file.name == name
        (tmp_path / file.name).write_bytes(data)
    table = Table(tmp_path)
    with pytest.raises(EmbeddingError, match=f"{name} differs from its checksum"):
        table.bias() if name == "bias.npy" else table.rows(["cart"])


@pytest.mark.parametrize("content", [b"", b"[]", b"not JSON"])
def test_a_model_without_its_checksums_is_damaged(content, tmp_path):
    for file in MODEL.iterdir():
        (tmp_path / file.name).write_bytes(content if file.suffix == ".json" else file.read_bytes())
    with pytest.raises(EmbeddingError, match="damaged"):
        Table(tmp_path).rows(["cart"])


def test_a_missing_model_is_no_traceback(tmp_path):
    with pytest.raises(EmbeddingError, match="damaged"):
        Table(tmp_path).rows(["cart"])


def test_the_table_is_small_and_is_mapped():
    assert sum(file.stat().st_size for file in MODEL.iterdir()) <= 12_000_000
    assert isinstance(Table()._rows, np.memmap)


def test_every_part_has_a_row_in_any_script():
    parts = ["cart", "xylqqzzv", "目录", "größe", "корзина", "7", "_"]
    rows = Table().rows(parts)
    assert rows.shape == (len(parts), 256)
    assert rows.any(axis=1).all()
    assert int(np.abs(rows.astype(int)).max()) <= HIGHEST


def test_a_part_is_divided_by_its_longest_pieces():
    pieces = Pieces(["a", "cart", "##s", "##sing", "##ing"])
    assert pieces.of(["cart", "carts", "cartsing", "a"]) == [[1], [1, 2], [1, 3], [0]]
    (found,) = pieces.of(["żcart"])
    assert found[0] >= 5
    assert len(pieces) == 5 + BUCKETS


def test_every_node_of_a_graph_has_its_row(builtin):
    ids = embedded_nodes(GRAPH)
    (rows,) = builtin.embed_corpus(GRAPH, read_corpus(GRAPH, SOURCES), ids)
    assert rows.shape == (len(ids), 256)
    assert np.isfinite(rows).all()


GOLDEN = "71406be27aeede7349699051caefb40f58216a48647b1c7c19c1ba1aa58771ed"
TABLE = "43b8dc95fa29b6c05bf3b2d0e5afa4ace57118fc626267630268cb7bd90374ca"


def test_vectors_of_a_version_stay_what_they_are(builtin):
    """Maps of one fingerprint are compared with each other: who changes these raises a version."""
    texts = [
        "Cart.add\nshop/cart.py\nPut an item in.\ndef add(self, item):",
        "HTTPServer",
        "parse the command line",
        "naïve 目录 2 404 utf8",
        "\n\n" + "alpha beta gamma delta " * 340,
    ]
    vectors = quantised(np.arange(5, dtype=np.int32), builtin.embed(texts))
    stored = vectors.rows.tobytes() + vectors.scale.astype("<f4").tobytes()
    assert (VERSION, hashlib.sha256(stored).hexdigest()) == (4, GOLDEN)


def test_the_table_of_a_version_stays_what_it_is():
    told = hashlib.sha256()
    for name in ("pieces.txt", "rows.npy", "scales.npy", "bias.npy"):
        told.update((MODEL / name).read_bytes())
    assert (TABLE_VERSION, told.hexdigest()) == (4, TABLE)


def test_threads_and_hash_seeds_change_nothing():
    program = (
        "import hashlib, sys; from tests.embed.shop import GRAPH, SOURCES; from xray_graph.lexicon import read_corpus;"
        "from xray_graph.embed import embed_nodes; from xray_graph.embed.builtin import Builtin;"
        "from xray_graph.index import WordIndex; corpus = read_corpus(GRAPH, SOURCES);"
        "vectors = embed_nodes(GRAPH, SOURCES, corpus, Builtin());"
        "columns = WordIndex.build(GRAPH, corpus).to_columns();"
        "told = hashlib.sha256(vectors.rows.tobytes() + vectors.scale.tobytes());"
        "[told.update(bytes(columns[name])) for name in sorted(columns)]; print(told.hexdigest())"
    )
    seen = set()
    for seed, threads in (("0", "1"), ("1", "2"), ("77", "4")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "OPENBLAS_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1
