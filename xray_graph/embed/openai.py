"""The openai embedder: texts go to an OpenAI-compatible `/v1/embeddings`, vectors come back.

Only with `--embedder openai`, and only to the address that was named (see `embed.endpoint`). Texts go out in
batches, by count and by tokens, a few at once. A batch that is refused is halved; a single text that is
refused is cut, with a mark at its end. Each finished batch is handed over at once, so that one who keeps
them loses nothing when the rest fails. An answer is checked before it is believed: an error names the
address and what came back.
"""

from __future__ import annotations

import logging
import re
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple
from urllib.parse import quote, unquote

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from xray_graph.embed import recipe
from xray_graph.embed.embedder import Batch
from xray_graph.embed.endpoint import Endpoint, Patience, StoppedError, TooMuchError
from xray_graph.errors import EmbeddingError, UsageError
from xray_graph.lexicon import Question

if TYPE_CHECKING:
    import httpx2

F32 = npt.NDArray[np.float32]

_log = logging.getLogger(__name__)

VERSION: Final = 1
MOST_DIMS: Final = 1 << 14
MARK: Final = " …"  # at the end of a text that was cut
_SHORTEST: Final = 64  # characters below which a text is refused for another reason than its length
_CHARACTERS: Final = 4  # of a token, about
_NUMBER_BYTES: Final = 32  # of one number in JSON, with all that surrounds it
_MANY_DIMS: Final = 4096  # that an answer may have, to be told so
_REST: Final = 1 << 16  # bytes of an answer besides its numbers
_PAUSE: Final = 30.0  # seconds for which questions are not sent to a server that failed
_QUESTION: Final = Patience(attempts=2, first_wait=0.2, longest_wait=1.0, connect=3.0, answer=5.0)
_FINGERPRINT: Final = re.compile(
    r"openai-\d+/(?P<model>[^/]{1,600})/dims=(?P<dims>\d{1,5})/input=(?P<input>\d{1,9})/recipe=\d+"
)


class Limits(NamedTuple):
    """How much goes into one request, and how many are open at once."""

    texts: int = 96
    tokens: int = 24_000
    at_once: int = 4


class _Call(NamedTuple):
    """How the requests of one batch are made."""

    client: httpx2.Client
    patience: Patience
    stop: threading.Event
    passed: list[int]  # texts of each request that passed


class _Row(msgspec.Struct):
    embedding: list[float]
    index: int | None = None


class _Answer(msgspec.Struct):
    data: Annotated[list[_Row], Meta(max_length=1 << 16)]


class OpenAI:
    """Implements Embedder, BatchEmbedder and QuestionEmbedder. Safe to share between threads."""

    def __init__(
        self,
        endpoint: Endpoint,
        model: str,
        dims: int = 256,
        input_limit: int = 8192,
        *,
        limits: Limits | None = None,
        patience: Patience | None = None,
        asking: Patience = _QUESTION,
    ) -> None:
        """`asking` is the patience with questions, which somebody waits for.

        Raises:
            UsageError: no model, or more dimensions than any has.
        """
        if not model.strip() or not model.isprintable():
            raise UsageError(
                "the openai embedder needs a model",
                where="--embedding-model",
                hint="for example nomic-embed-text",
            )
        if not 1 <= dims <= MOST_DIMS:
            raise UsageError(
                f"no model has {dims} dimensions", where="--embedding-dims", hint=f"1 to {MOST_DIMS}"
            )
        self.endpoint = endpoint
        self.model = model
        self.dims = dims
        self.input_limit = input_limit
        self._limits = limits or Limits()
        self._patience = patience or Patience()
        self._asking = asking
        self._most = self._limits.texts  # texts of a batch, as far as the server is known
        self._names_dims = True  # whether the server takes the wished dimensions
        self._cut = 0
        self._lock = threading.Lock()
        self._failed: tuple[float, EmbeddingError] | None = None
        self._asker: httpx2.Client | None = None  # of questions: kept, so that a connection is

    @property
    def fingerprint(self) -> str:
        """Changes with model, dimensions, input cap and recipe. Where the model runs is not part of it."""
        return fingerprint(self.model, self.dims, self.input_limit)

    def embed(self, texts: Sequence[str]) -> F32:
        """Unit rows; zeros for a text of nothing but space, which is not sent.

        Raises:
            EmbeddingError: the server cannot be had, or answered something unusable.
        """
        rows = np.zeros((len(texts), self.dims), np.float32)
        for batch in self.embed_batches(texts):
            rows[batch.places] = batch.rows
        return rows

    def embed_batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """The rows of the texts that hold something, each batch as soon as it is there.

        Raises:
            EmbeddingError: as embed; the batches before it were given.
        """
        waiting = deque(place for place, text in enumerate(texts) if text.strip())
        running: dict[Future[F32], list[int]] = {}
        failure: EmbeddingError | None = None
        stop = threading.Event()
        self._cut = 0
        pool = ThreadPoolExecutor(self._limits.at_once, thread_name_prefix="embed")
        client = self.endpoint.client()
        try:
            while (waiting and failure is None) or running:
                while waiting and failure is None and len(running) < self._limits.at_once:
                    places = self._next(waiting, texts)
                    some = [texts[place][: self.input_limit] for place in places]
                    call = _Call(client, self._patience, stop, [])
                    running[pool.submit(self._rows, some, call)] = places
                done, _ = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda each: running[each]):
                    places = running.pop(future)
                    error = future.exception()
                    if error is None:
                        yield Batch(places, future.result())
                    elif isinstance(error, EmbeddingError):  # what else is on its way is still taken
                        failure = failure or error
                        stop.set()
                    elif not isinstance(error, StoppedError):
                        raise error
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            client.close()  # ends what is on its way, when nobody waits for it
        if self._cut:
            _log.warning("%s: %d texts were too long for it and were cut", self.endpoint.url, self._cut)
        if failure is not None:
            raise failure

    def embed_question(self, question: Question) -> F32:
        """The unit vector of a question; zeros when it is empty.

        Raises:
            EmbeddingError: as embed. For a while after one, questions fail without being sent.
        """
        if not question.text.strip():
            return np.zeros(self.dims, np.float32)
        failed = self._failed
        if failed is not None and time.monotonic() < failed[0]:
            raise failed[1]
        try:
            call = _Call(self._client_of_questions(), self._asking, threading.Event(), [])
            row: F32 = self._rows([question.text[: self.input_limit]], call)[0]
        except EmbeddingError as error:
            self._failed = time.monotonic() + _PAUSE, error
            raise
        self._failed = None
        return row

    def _next(self, waiting: deque[int], texts: Sequence[str]) -> list[int]:
        """The places of the next batch."""
        places: list[int] = []
        tokens = 0
        while waiting and len(places) < self._most:
            tokens += min(len(texts[waiting[0]]), self.input_limit) // _CHARACTERS + 1
            if places and tokens > self._limits.tokens:
                break
            places.append(waiting.popleft())
        return places

    def close(self) -> None:
        """Let go of the connection for questions."""
        with self._lock:
            client, self._asker = self._asker, None
        if client is not None:
            client.close()

    def _client_of_questions(self) -> httpx2.Client:
        with self._lock:
            if self._asker is None:
                self._asker = self.endpoint.client()
                weakref.finalize(self, self._asker.close)
            return self._asker

    def _rows(self, texts: list[str], call: _Call) -> F32:
        """The rows of a batch, halved and cut as the server wants it."""
        try:
            rows = self._asked(texts, call)
        except TooMuchError as error:
            said = str(error)
        else:
            call.passed.append(len(texts))
            return rows
        if self._names_dims and "dimension" in said.lower():
            self._names_dims = False  # a server that has one length of vectors, and says so
            return self._rows(texts, call)
        if len(texts) > 1:
            half = len(texts) // 2
            rows = np.concatenate([self._rows(some, call) for some in (texts[:half], texts[half:])])
            with self._lock:  # the next ones are no larger than what passed
                self._most = min(self._most, max(call.passed))
            return rows
        if len(texts[0]) <= _SHORTEST:
            raise self.endpoint.error(
                "refuses a short text alone", said, "check the model and its dimensions"
            )
        text = texts[0].removesuffix(MARK)
        if len(text) == len(texts[0]):
            with self._lock:
                self._cut += 1
        return self._rows([text[: len(text) // 2].rstrip() + MARK], call)

    def _asked(self, texts: list[str], call: _Call) -> F32:
        """The unit rows that the server gives to these texts."""
        wish: dict[str, object] = {"model": self.model, "input": texts, "encoding_format": "float"}
        if self._names_dims:
            wish["dimensions"] = self.dims
        limit = _REST + len(texts) * max(4 * self.dims, _MANY_DIMS) * _NUMBER_BYTES
        body = msgspec.json.encode(wish)
        answer = self.endpoint.post(call.client, body, limit, call.patience, call.stop)
        return self._checked(answer, len(texts))

    def _checked(self, answer: bytes, count: int) -> F32:
        """The rows of an answer, when it is one."""
        try:
            data = msgspec.json.decode(answer, type=_Answer).data
        except (ValueError, RecursionError) as error:
            said = self.endpoint.said(answer)[:80]
            raise self.endpoint.error(f"the answer is no list of embeddings ({error}): {said!r}") from error
        if len(data) != count:
            raise self.endpoint.error(f"{len(data)} embeddings came back for {count} texts")
        if all(row.index is not None for row in data):
            data.sort(key=lambda row: row.index or 0)  # the number, not the place, says which text is meant
        for place, row in enumerate(data):
            if row.index is not None and row.index != place:
                raise self.endpoint.error(f"embedding {place} of {count} came back as number {row.index}")
            if (dims := len(row.embedding)) != self.dims:
                raise self.endpoint.error(
                    f"embedding {place} of {count} came back with {dims} dimensions, not {self.dims}",
                    hint=f"if the model has these, give --embedding-dims {dims}",
                )
        rows = np.array([row.embedding for row in data], np.float64).reshape(count, self.dims)
        most = np.abs(rows).max(axis=1)
        odd = np.flatnonzero(~np.isfinite(most) | (most == 0))
        if len(odd):
            what = "all zeros" if most[odd[0]] == 0 else "a value that is no number"
            raise self.endpoint.error(f"embedding {odd[0]} of {count} came back with {what}")
        rows /= most[:, None]  # so that no square is too large or too small
        lengths = np.sqrt((rows * rows).sum(axis=1))
        unit: F32 = (rows / lengths[:, None]).astype(np.float32)
        return unit


def fingerprint(model: str, dims: int, input_limit: int) -> str:
    """The fingerprint of vectors by that model."""
    return f"openai-{VERSION}/{quote(model, safe='')}/dims={dims}/input={input_limit}/recipe={recipe.VERSION}"


class Described(NamedTuple):
    """What a fingerprint tells."""

    model: str
    dims: int
    input_limit: int


def described(text: str) -> Described | None:
    """What a fingerprint of this embedder tells; None for one of another."""
    found = _FINGERPRINT.fullmatch(text)
    if found is None:
        return None
    told = Described(unquote(found["model"]), int(found["dims"]), int(found["input"]))
    return told if fingerprint(*told) == text else None
