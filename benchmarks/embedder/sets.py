"""Question sets that the model is measured on: what is said of a function, and the function among others.

The first paragraph of a doc comment is the question, the body without it the answer among at most 2,000 of
the same set. *Named* texts begin with the qualified name; *obscured* ones have no name, and where the body
says it, `f`. `python` is the running interpreter's standard library; the other sets are the repositories of
repositories.tsv, at its commits, that no training package is made of.
"""

from __future__ import annotations

import random
import re
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from pairs import LANGUAGES, Record, read_file
from texts import first_paragraph

MOST: Final = 2000
OF_ONE: Final = 700  # functions of one repository
SEED: Final = 11
REPOSITORIES: Final = {
    "go": ("cobra", "runc", "lo", "bbolt", "prometheus"),
    "typescript": (
        *("hono", "zod", "core", "got", "class-validator", "zustand", "trpc", "msw", "radash", "excalidraw"),
        "ky",
    ),
    "javascript": (
        *("axios", "express", "mocha", "koa", "fastify", "lodash", "svelte", "CyberChef", "brackets"),
    ),
    "java": ("gson", "commons-lang", "jsoup", "resilience4j"),
    "c": ("libuv", "redis", "curl", "jq", "git", "nginx"),
    "cpp": ("leveldb", "spdlog", "ninja", "tinyxml2", "fmt", "protobuf", "yaml-cpp"),
    "rust": ("memchr", "aho-corasick", "ripgrep", "clap", "serde", "tokio", "regex"),
    "php": ("guzzle", "monolog", "flysystem", "Slim", "symfony", "laravel", "composer", "PHP-Parser"),
    "ruby": ("rake", "rack", "sinatra", "rails", "jekyll", "puma"),
    "csharp": ("newtonsoft-json", "serilog", "Polly", "Dapper", "nunit", "Humanizer"),
}


STANDARD_LIBRARY: Final = "python"  # of the running interpreter
SETS: Final = (STANDARD_LIBRARY, *REPOSITORIES)


class Question(NamedTuple):
    text: str
    record: Record


class TestSet(NamedTuple):
    """Question k is answered by text k."""

    name: str
    questions: list[str]
    named: list[str]
    obscured: list[str]


def functions(root: Path, language: str) -> Iterator[Record]:
    """The functions of a checkout, in the order of paths."""
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        known = LANGUAGES.get(file.suffix.lower(), "")
        if (known != language and not (language == "typescript" and known == "tsx")) and not (
            language == "cpp" and file.suffix == ".h"
        ):
            continue
        if not file.is_file() or re.search(
            r"(^|/)(tests?|spec|testdata|node_modules|deps|vendor|site-packages)/|_test\.go$|\.d\.ts$|\.min\.js$",
            path,
        ):
            continue
        data = file.read_bytes().replace(b"\r\n", b"\n")
        if len(data) < 1_000_000 and b"\0" not in data:
            data = data.decode("utf-8", "replace").encode()
            yield from read_file(data, known if known == "tsx" else language, root.name, path)


def asked_of(root: Path, language: str) -> list[tuple[str, Record]]:
    """What is said first of each function of a checkout, and the function."""
    found = []
    seen = set()
    for one in functions(root, language):
        question = first_paragraph(one.doc)[0]
        folded = " ".join(question.lower().split())
        if len(question.split()) < 3 or folded in seen or one.body.count("\n") < 2 or not callable_body(one):
            continue
        seen.add(folded)
        found.append((question, one))
    return found


def drawn(name: str, asked: Sequence[list[tuple[str, Record]]], seed: int = SEED) -> TestSet:
    """A set of some functions of each checkout, drawn by `seed`."""
    most = MOST if len(asked) == 1 else OF_ONE
    chosen: list[tuple[str, Record]] = []
    for here in asked:
        chosen += random.Random(seed).sample(here, min(len(here), most))
    chosen = random.Random(seed).sample(chosen, min(len(chosen), MOST))
    named = [f"{one.symbol}\n\n{one.body}" for _, one in chosen]
    obscured = []
    for _, one in chosen:
        last = one.symbol.rpartition(".")[2]
        obscured.append("\n\n" + re.sub(rf"(?<!\w){re.escape(last)}(?!\w)", "f", one.body))
    return TestSet(name, [question for question, _ in chosen], named, obscured)


def callable_body(one: Record) -> bool:
    """Whether the text is a function's and not a type's: types hold the names of their members."""
    return not re.match(
        r"(?:[\w<>,\[\]() @.\"'=-]*\s)?(?:class|struct|interface|trait|enum|type)\s",
        one.body[:200].split("{", 1)[0].split(":", 1)[0],
    )


def roots_of(language: str, repositories: Path) -> list[Path]:
    """The checkouts of a language, of those that stand side by side in one folder."""
    if language == STANDARD_LIBRARY:
        return [Path(sysconfig.get_path("stdlib"))]
    roots = [repositories / name for name in REPOSITORIES[language]]
    return [root for root in roots if root.is_dir()]


def set_of(language: str, repositories: Path) -> TestSet | None:
    """The set of a language; None without any checkout."""
    found = [asked_of(root, language) for root in roots_of(language, repositories)]
    return drawn(language, found) if found else None
