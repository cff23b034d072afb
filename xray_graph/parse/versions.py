"""What can be read here, and everything that decides what comes of it. Needs no tree-sitter.

The version of facts is a digest of what makes them: the source of this package and of the model, the
grammars' data, and the releases of the parsers. Nobody has to remember to raise a number, and a
cache that was filled by other code is never taken for this one's. Called by `parse_files`.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from xray_graph.parse.worker import DOCUMENT_READERS

_PACKAGE: Final = Path(__file__).resolve().parent.parent
_PARSERS: Final = ("tree_sitter", "tree_sitter_language_pack")
_LIBRARIES: Final = (*_PARSERS, "markdown_it", "yaml", "msgspec")


def grammars() -> Path:
    """Where the grammars' data lies: inside the wheel, or at the top of a checkout."""
    inside = _PACKAGE / "grammars"
    return inside if inside.is_dir() else _PACKAGE.parent / "grammars"


@functools.cache
def languages() -> frozenset[str]:
    """The languages of code that have a grammar here."""
    return frozenset(path.parent.name for path in grammars().glob("*/facts.scm"))


def is_code(language: str) -> bool:
    """Whether it takes tree-sitter to read this."""
    return language in languages()


def is_readable(dialect: str) -> bool:
    """Whether files of this dialect have a reader at all."""
    return dialect.partition("+")[0] in DOCUMENT_READERS or is_code(dialect)


@functools.cache
def has_parser() -> bool:
    """Whether this is the parser build."""
    return all(_location(name) for name in _PARSERS)


@functools.cache
def facts_version() -> bytes:
    """A digest of everything besides a file's bytes and dialect that decides its facts."""
    digest = hashlib.blake2b(digest_size=20)
    for path in _sources():
        data = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name}:{len(data)}\n".encode())
        digest.update(data)
    for name in _LIBRARIES:
        digest.update(f"{name} {_release(name)}\n".encode())
    digest.update(f"python {sys.version_info[:2]}".encode())  # its Unicode tables
    return digest.digest()


def grammar_versions(used: Iterable[str]) -> dict[str, str]:
    """Language → release of the grammars and digest of its data; "" without a parser, which reads none."""
    chosen = sorted(languages() & set(used))
    return {language: _grammar_version(language) if has_parser() else "" for language in chosen}


@functools.cache
def _grammar_version(language: str) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted((grammars() / language).iterdir()):
        digest.update(path.read_bytes())
    release = _release(_PARSERS[1]).removesuffix(".dist-info").rpartition("-")[2]
    return f"{release}+{digest.hexdigest()}"


def _sources() -> list[Path]:
    code = [_PACKAGE / "model.py", *(_PACKAGE / "parse").rglob("*.py")]
    return sorted(code) + sorted(path for path in grammars().glob("*/*") if path.suffix in {".scm", ".toml"})


def _release(name: str) -> str:
    """The release of a library, taken from the name of its metadata folder: reading that takes 30 ms."""
    location = _location(name)
    found = location.parent.glob(f"{name}-*.dist-info") if location else []
    # markdown-it-py and PyYAML go by other names than their packages
    others = (f"{name}_py-*.dist-info", f"py{name}-*.dist-info")
    found_other = [path for other in others for path in location.parent.glob(other)] if location else []
    return ",".join(sorted(path.name for path in (*found, *found_other)))


def _location(name: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None
    folders = spec.submodule_search_locations if spec else None
    return Path(next(iter(folders))) if folders else None
