"""What tests and language authors need: a repository from a dict, and an embedder that counts.

Imported by tests and by those who add a language; never by the product. Not here: fakes of our own
stages. A test builds a real map of a small real folder.

    root = repo({"a.py": "def f(): ...", "docs/x.md": "# X"}, tmp_path / "shop", git=True)
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# A fixed identity and clock, and nobody's own settings: two runs make the same commit id.
GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.org",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.org",
    "GIT_AUTHOR_DATE": "2024-01-02T03:04:05+00:00",
    "GIT_COMMITTER_DATE": "2024-01-02T03:04:05+00:00",
}


def write(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write `files` (path relative to `root` → text, stored as UTF-8, or bytes) and return `root`."""
    root.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def git(root: Path, *arguments: str) -> str:
    """Run git in `root` with the fixed identity; the output without its last newline."""
    done = subprocess.run(
        ["git", "-C", str(root), *arguments],
        env={**os.environ, **GIT_ENVIRONMENT},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip()
        raise RuntimeError(f"git {' '.join(arguments)} in {root}: {message}")
    return done.stdout.decode(errors="surrogateescape").removesuffix("\n")


def repo(files: Mapping[str, str | bytes], root: Path, *, git: bool = False) -> Path:
    """A repository at `root`: the files, and with `git=True` one commit of them on branch `main`."""
    write(root, files)
    if git:
        commit(root, "first")
    return root


def commit(root: Path, message: str) -> str:
    """Commit all that is in `root` (made a git repository when it is none); the commit id."""
    if not (root / ".git").exists():
        git(root, "init", "--quiet", "--initial-branch=main")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--no-gpg-sign", "-m", message)
    return git(root, "rev-parse", "HEAD")


class CountingEmbedder:
    """A deterministic embedder that records each batch: vectors from hashed words, no model.

    Texts that share words are near each other, so a search over it finds what it should.
    """

    def __init__(self, dims: int = 256) -> None:
        self.dims = dims
        self.fingerprint = f"counting/1/{dims}"
        self.batches: list[tuple[str, ...]] = []

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text embedded so far, in order."""
        return tuple(text for batch in self.batches for text in batch)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows, float32, shape (len(texts), dims)."""
        self.batches.append(tuple(texts))
        rows = np.zeros((len(texts), self.dims), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split() or [""]:
                digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
                row[int.from_bytes(digest[:4], "little") % self.dims] += 1.0 if digest[4] & 1 else -1.0
            if not row.any():
                row[0] = 1.0
            row /= np.linalg.norm(row)
        return rows
