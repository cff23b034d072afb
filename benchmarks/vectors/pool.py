"""Many real vectors to search: windows of lines of source files, embedded as nodes are; and questions.

A window is eight lines, with the first of them as its title and the file's path as its place, as a node has
them; a question is a sentence of a Markdown file. Both are taken in a fixed random order, each distinct text
once. Kept as one file, because a million take minutes.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from xray_graph.config import EmbedSettings
from xray_graph.embed import make_embedder, quantised
from xray_graph.embed.vectors import Vectors

SUFFIXES = (
    *(".c", ".cc", ".cpp", ".cs", ".go", ".h", ".hpp", ".java", ".js", ".kt", ".md", ".php"),
    *(".py", ".rb", ".rs", ".rst", ".ts", ".tsx", ".vue", ".yaml", ".yml"),
)
LINES, STEP = 8, 3
LARGEST = 400_000  # bytes of a file
AT_ONCE = 20_000
QUESTIONS = 500
SENTENCE = re.compile(r"(?<=[.!?]\s)[A-Z][^.!?|`#<>\[\]{}\n]{30,120}[.!?]")


def pool(sources: list[Path], count: int, kept: Path) -> tuple[Vectors, np.ndarray]:
    """`count` vectors, or as many as there are, and the vectors of questions."""
    if not kept.exists():
        make(sources, count, kept)
    with np.load(kept) as saved:
        vectors = Vectors(np.arange(len(saved["rows"]), dtype=np.int32), saved["rows"], saved["scale"])
        return vectors, saved["questions"]


def make(sources: list[Path], count: int, kept: Path) -> None:
    embedder = make_embedder(EmbedSettings())
    parts = []
    texts, sentences = read(sources)
    random.Random(7).shuffle(texts)
    random.Random(7).shuffle(sentences)
    for at in range(0, min(count, len(texts)), AT_ONCE):
        some = texts[at : min(at + AT_ONCE, count)]
        parts.append(quantised(np.arange(len(some), dtype=np.int32), embedder.embed(some)))
    np.savez(
        kept,
        rows=np.concatenate([part.rows for part in parts]),
        scale=np.concatenate([part.scale for part in parts]),
        questions=embedder.embed(sentences[:QUESTIONS]),
    )


def read(folders: list[Path]) -> tuple[list[str], list[str]]:
    """The distinct windows and sentences, in the order of their paths."""
    windows: dict[str, None] = {}
    sentences: dict[str, None] = {}
    for path, text in files(folders):
        lines = text.splitlines()
        for at in range(0, len(lines), STEP):
            body = "\n".join(lines[at : at + LINES])
            if len(body) > 80:
                windows[f"{lines[at].strip()}\n{path}\n{body}"] = None
        if path.endswith(".md"):
            sentences.update(dict.fromkeys(SENTENCE.findall(text)))
    return list(windows), list(sentences)


def files(folders: list[Path]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and path.stat().st_size <= LARGEST:
                yield str(path.relative_to(folder)), path.read_text("utf-8", "replace")
