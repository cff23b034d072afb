"""Records → numbers: the parts of every text, and the pieces of every part.

The words and parts are the product's own (xray_graph.lexicon), so that what is trained is what is read. The
vocabulary of pieces is trained by the `tokenizers` library (merges over distinct parts, by how often they
occur); what a part is divided into is decided by the product (xray_graph.embed.builtin_pieces).
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from pairs import Record

from xray_graph.embed.builtin_pieces import CONTINUED, Pieces
from xray_graph.lexicon import WordReader, spaced

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]


AT_ONCE: Final = 50_000  # texts that one process reads at a time
_TAGS: Final = re.compile(
    r"(?m)^\s*(?:@\w+|:\w+[^:\n]*:|\\\w+|Args:|Parameters|Returns:|Raises:|-{4,}"
    r"|# (?:Examples?|Panics|Errors|Safety))"
)


class Lists(NamedTuple):
    """One list of part numbers a text."""

    offsets: I64
    parts: I32
    begins: npt.NDArray[np.bool_]  # whether a part is the first of its word

    def __len__(self) -> int:
        return len(self.offsets) - 1


def read_parts(columns: Sequence[Sequence[str]], jobs: int = 1) -> tuple[list[str], list[Lists]]:
    """The distinct parts of all texts of all columns, and each column as lists of them.

    Columns of equal length can be read by several processes, some texts at a time; parts are then numbered by
    their first reader.
    """
    if jobs == 1 or not columns:
        return _read_parts(columns)
    starts = range(0, len(columns[0]), AT_ONCE)
    chunks = ([column[at : at + AT_ONCE] for column in columns] for at in starts)
    number: dict[str, int] = {}
    found: list[list[Lists]] = []
    with ProcessPoolExecutor(jobs) as pool:
        for parts, lists in pool.map(_read_parts, chunks):
            known = np.array([number.setdefault(part, len(number)) for part in parts], np.int32)
            found.append([Lists(one.offsets, known[one.parts], one.begins) for one in lists])
    return list(number), [_joined(some) for some in zip(*found, strict=True)]


def _joined(lists: Sequence[Lists]) -> Lists:
    lengths = np.concatenate([np.diff(one.offsets) for one in lists])
    return Lists(
        np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)]),
        np.concatenate([one.parts for one in lists]),
        np.concatenate([one.begins for one in lists]),
    )


def _read_parts(columns: Sequence[Sequence[str]]) -> tuple[list[str], list[Lists]]:
    reader = WordReader()
    read: list[tuple[I32, I64]] = []
    for texts in columns:
        numbers, counts = [np.zeros(0, np.int32)], np.zeros(len(texts) + 1, np.int64)
        for at, text in enumerate(texts):
            words = spaced(text.encode("utf-8", "replace")).split()
            counts[at + 1] = len(words)
            numbers.append(reader.number(words, len(words)))
        read.append((np.concatenate(numbers), np.cumsum(counts)))
    vocabulary, row_of = reader.finish()
    lengths_of_row = np.diff(vocabulary.row_offsets).astype(np.int64)
    lists = []
    for numbers, offsets in read:
        rows = row_of[numbers]
        lengths = np.where(rows >= 0, lengths_of_row[np.maximum(rows, 0)], 0)
        ends = np.concatenate([[0], np.cumsum(lengths)])
        kept = rows[rows >= 0]
        sizes = lengths_of_row[kept]
        parts = vocabulary.row_parts[ranges(vocabulary.row_offsets.astype(np.int64)[kept], sizes)]
        begins = np.zeros(len(parts), bool)
        begins[np.cumsum(sizes) - sizes] = True
        lists.append(Lists(ends[offsets], parts, begins))
    return vocabulary.parts, lists


def ranges(starts: I64, lengths: I64) -> I64:
    before = np.cumsum(lengths) - lengths
    found: I64 = np.arange(int(lengths.sum()), dtype=np.int64) + np.repeat(starts - before, lengths)
    return found


def words_within(lists: Lists, items: I64) -> I64:
    """For each part of the lists of some items, how many words of its list stand before its own."""
    lengths = lists.offsets[items + 1] - lists.offsets[items]
    count = np.concatenate([[0], np.cumsum(lists.begins[ranges(lists.offsets[items], lengths)])])
    found: I64 = count[1:] - 1 - np.repeat(count[np.cumsum(lengths) - lengths], lengths)
    return found


def is_name(bodies: Lists, names: Lists) -> npt.NDArray[np.bool_]:
    """Whether a part belongs to a word of a body that is the name, whole."""
    codes = np.random.default_rng(0).integers(1, 1 << 62, 1 + max(bodies.parts.max(), names.parts.max()))

    def words(lists: Lists) -> tuple[I64, I64]:
        """The first part of each word, and a number by which equal words are known."""
        first = np.flatnonzero(lists.begins)
        within = np.arange(len(lists.parts)) - np.repeat(first, np.diff(first, append=len(lists.parts)))
        return first, np.add.reduceat(codes[lists.parts] * (2 * within + 1), first)

    first, coded = words(bodies)
    lengths = np.diff(first, append=len(bodies.parts))
    at, named = words(names)
    starts = names.offsets[:-1]
    single = np.searchsorted(at, names.offsets[1:]) - np.searchsorted(at, starts) == 1
    wanted = np.zeros(len(starts), np.int64)
    wanted[single] = named[np.searchsorted(at, starts[single])]
    counts = np.searchsorted(first, bodies.offsets[1:]) - np.searchsorted(first, bodies.offsets[:-1])
    return np.repeat(coded == np.repeat(wanted, counts), lengths)


def train_pieces(counts: Counter[str], size: int) -> list[str]:
    """The pieces, most useful first: every ASCII letter and digit, then what the merges made."""
    from tokenizers import Tokenizer, models, trainers

    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    trainer = trainers.WordPieceTrainer(
        vocab_size=size, min_frequency=5, special_tokens=["[UNK]"], limit_alphabet=400, show_progress=False,
        continuing_subword_prefix=CONTINUED,
    )  # fmt: skip
    # How often a part occurs is damped: else the merges spend themselves on what is common anyway.
    texts = (part for part, count in sorted(counts.items()) for _ in range(max(1, int(count**0.75))))
    tokenizer.train_from_iterator(texts, trainer)
    pieces = tokenizer.get_vocab()
    return sorted((one for one in pieces if one != "[UNK]"), key=lambda one: (pieces[one], one))


def flat(lists: Sequence[Sequence[int]]) -> tuple[I64, I32]:
    """Offsets and members of lists."""
    offsets = np.zeros(len(lists) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, lists), np.int64, len(lists)), out=offsets[1:])
    return offsets, np.fromiter(chain.from_iterable(lists), np.int32, int(offsets[-1]))


def first_paragraph(doc: str) -> tuple[str, str]:
    """What a doc comment says first, and the rest of it."""
    doc = doc.strip()
    cut = min([m.start() for m in (re.search(r"\n\s*\n", doc), _TAGS.search(doc)) if m] or [len(doc)])
    first = doc[:cut].strip()
    return (first[:600], doc[cut:]) if first else (doc[:600], "")


class Data:
    """The records as numbers."""

    def __init__(
        self,
        records: list[Record],
        vocabulary: int,
        body: int,
        pieces: list[str] | None = None,
        jobs: int = 1,
    ) -> None:
        said = [first_paragraph(one.doc) for one in records]
        languages = sorted({one.language for one in records})
        self.language = np.array([languages.index(one.language) for one in records])
        names = [one.symbol.rpartition(".")[2] for one in records]
        columns = [
            [first for first, _ in said], [rest for _, rest in said], [one.symbol for one in records], names,
            [one.path for one in records], [one.body[:body] for one in records],
        ]  # fmt: skip
        self.parts, (self.query, self.rest, self.symbol, self.name, self.path, self.body) = read_parts(
            columns, jobs
        )
        occurs = np.zeros(len(self.parts), np.int64)
        for lists in (self.query, self.rest, self.symbol, self.body):
            occurs += np.bincount(lists.parts, minlength=len(self.parts))
        counts = Counter(dict(zip(self.parts, occurs.tolist(), strict=True)))
        self.pieces = pieces or train_pieces(counts, vocabulary)
        divide = Pieces(self.pieces)
        self.size = len(divide)
        found = divide.of(self.parts)
        self.typos = typos_of(self.parts, occurs)
        wrong = divide.of(one for _, one in self.typos)
        offsets, members = flat([*found, *wrong])
        lengths = np.diff(offsets)
        values = (1.0 / np.maximum(lengths, 1)).astype(np.float32)
        self.of_part = sp.csr_matrix(
            (np.repeat(values, lengths), members, offsets), shape=(len(lengths), self.size)
        )
        self.typo_of = np.full(len(self.parts), -1, np.int32)
        for at, (part, _) in enumerate(self.typos):
            self.typo_of[part] = len(self.parts) + at
        self.is_name = is_name(self.body, self.name)
        self.documented = np.diff(self.query.offsets) > 2
        self.occurs = occurs


def typos_of(parts: list[str], occurs: npt.NDArray[np.int64]) -> list[tuple[int, str]]:
    """One slip of the fingers for each common part of five letters or more."""
    found = []
    rng = random.Random(5)
    for at in np.flatnonzero(occurs >= 200).tolist():
        part = parts[at]
        if len(part) < 5 or not part.isalpha():
            continue
        k = rng.randrange(1, len(part) - 1)
        kind = rng.randrange(3)
        found.append(
            (
                at,
                part[:k] + part[k + 1] + part[k] + part[k + 2 :]
                if kind == 0
                else part[:k] + part[k + 1 :]
                if kind == 1
                else part[:k] + part[k] + part[k:],
            )
        )
    return found
