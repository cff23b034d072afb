"""A language's grammar as data: its tree-sitter language, its query and its tables.

`grammars/<language>/facts.scm` says where declarations, calls, bindings, imports and scopes are;
`grammars/<language>/grammar.toml` says which node kinds are which expression, parameter or pattern.
This module reads both and compiles them against the installed grammar. A node kind or a field that
the grammar does not know is a GrammarError at load, never an empty result. It reads no source code.
Called by `extract`, in worker processes only: nothing else imports tree-sitter.

How a table's words become shapes is `shapes`.
"""

from __future__ import annotations

import functools
import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tree_sitter import Language, Parser, Query, QueryError
from tree_sitter_language_pack import get_language

from xray_graph.parse.shapes import Entry, GrammarError, Plan, Shape, Tables, plan_of

EXTRACTOR_VERSION: Final = 2
ROLES: Final = frozenset(
    [
        "declare",
        "scope",
        "call",
        "bind",
        "narrow",
        "import",
        "assign",
        "return",
        "reference",
        "export",
        "package",
        "base",
        "comment",
    ]
)
_CAPTURE: Final = re.compile(r"@([a-z_]+(?:\.[a-z_]+)?)")
_WORD: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_CONDITION: Final = re.compile(
    r'\(#((?:not-)?(?:eq|any-of|match))\?\s+@([\w.]+)((?:\s+"(?:[^"\\]|\\.)*")+)\s*\)'
)
_COMMENT: Final = re.compile(r";[^\n]*|\"(?:[^\"\\]|\\.)*\"")


@dataclass(frozen=True, slots=True)
class Condition:
    """`(#eq? @capture "word" ...)`: the capture's text is (one of) the words; `match` a search for them."""

    how: str  # "eq", "any-of" or "match"
    capture: str
    words: tuple[bytes, ...]
    expected: bool  # whether it must be one of them, or must not

    def holds(self, text: bytes) -> bool:
        if self.how == "match":
            return any(re.search(word, text) for word in self.words) == self.expected
        return (text in self.words) == self.expected


@dataclass(frozen=True, slots=True)
class Role:
    """What one pattern of the query makes: `declare.function` is ("declare", "function")."""

    rank: int  # the pattern's place in the query, `first` before all: of two on one node, the lower wins
    name: str
    detail: str
    capture: str
    settings: dict[str, str | None]
    fields: tuple[tuple[str, int], ...]  # (part, field's id): parts read off the declaration's own fields
    conditions: tuple[Condition, ...]  # all must hold for a match to count


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language, ready to read files with. Tables are indexed by node kind id."""

    name: str
    language: Language
    parser: Parser
    query: Query
    roles: tuple[Role, ...]
    shapes: tuple[Shape | None, ...]
    plans: dict[int, Plan]  # how to build each shape, by node kind id
    patterns: tuple[Shape | None, ...]
    parameters: dict[int, Entry]
    type_parameters: dict[int, Entry]
    attributes: dict[str, str]
    comment_prefixes: tuple[str, ...]
    repairs: tuple[tuple[re.Pattern[bytes], bytes], ...]  # see parse/errors.py
    constants_by_case: bool
    version: str


def folder() -> Path:
    """Where the grammars' data lies: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "grammars"
    return inside if inside.is_dir() else package.parent / "grammars"


def languages() -> tuple[str, ...]:
    """The languages that have a grammar folder, sorted."""
    return tuple(sorted(p.name for p in folder().iterdir() if (p / "facts.scm").is_file()))


@functools.cache
def version(name: str) -> str:
    """A digest of all that decides a language's facts, but for the grammar's own build."""
    digest = hashlib.blake2b(str(EXTRACTOR_VERSION).encode(), digest_size=12)
    for file in _files(name):
        digest.update(file.read_bytes())
    return digest.hexdigest()


@functools.cache
def load(name: str) -> Grammar:
    """Compile the grammar of `name`. Raises GrammarError naming language, file and fault."""
    tables: dict[str, Any] = {}
    query_text = []
    for file in _files(name):
        if file.suffix == ".toml":
            tables = _merge(tables, tomllib.loads(file.read_text("utf-8")))
        else:
            query_text.append(file.read_text("utf-8"))
    source = tables.get("grammar", name)
    language = _language(source, name)
    text = _CONDITION.sub(_condition_as_setting, "\n".join(query_text))
    try:
        query = Query(language, text)
    except QueryError as error:
        raise GrammarError(
            f"the query does not fit the installed grammar (ABI {language.abi_version}): {error}",
            where=f"grammars/{name}/facts.scm",
            hint="pin the grammar that the query was written for",
        ) from error
    reader = Tables(name, language)
    shapes = reader.shapes(tables.get("expressions", {}))
    return Grammar(
        name=name,
        language=language,
        parser=Parser(language),
        query=query,
        roles=tuple(_role(name, query, language, text.encode(), i) for i in range(query.pattern_count)),
        shapes=shapes,
        plans={kind: plan_of(shape) for kind, shape in enumerate(shapes) if shape is not None},
        patterns=reader.shapes(tables.get("patterns", {})),
        parameters=reader.entries(tables.get("parameters", {})),
        type_parameters=reader.entries(tables.get("type_parameters", {})),
        attributes=dict(tables.get("attributes", {})),
        comment_prefixes=tuple(tables.get("comment_prefixes", ("///", "//!", "//", "/**", "/*", "#"))),
        repairs=tuple(
            (re.compile(row["pattern"].encode(), re.MULTILINE), row["with"].encode())
            for row in tables.get("repairs", ())
        ),
        constants_by_case=bool(tables.get("constants_by_case", False)),
        version=version(name),
    )


@functools.cache
def _language(source: str, name: str) -> Language:
    """The installed grammar. Kept for good: freeing one and loading it again crashes the binding."""
    try:
        return get_language(source)  # type: ignore[arg-type]  # any name; unknown ones are told below
    except LookupError as error:
        raise GrammarError(
            f"no grammar named {source!r} is installed", where=name, hint="install xray-graph[parser]"
        ) from error


def _files(name: str) -> list[Path]:
    """The data files of a language, those of the language it extends first."""
    here = folder() / name
    if not (here / "grammar.toml").is_file():
        raise GrammarError("there is no grammar for this language", where=name)
    base = tomllib.loads((here / "grammar.toml").read_text("utf-8")).get("extends", "")
    own = [here / "grammar.toml", *sorted(here.glob("*.scm"))]
    return (_files(base) if base else []) + own


def _merge(base: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    merged = {k: v for k, v in base.items() if k != "extends"}
    for key, value in own.items():
        known = merged.get(key)
        merged[key] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
    return merged


def _role(name: str, query: Query, language: Language, text: bytes, pattern: int) -> Role:
    """The role of a pattern is the one capture that is called as a role is."""
    start, end = query.start_byte_for_pattern(pattern), query.end_byte_for_pattern(pattern)
    captures = _CAPTURE.findall(_COMMENT.sub("", text[start:end].decode("utf-8")))
    roles = [c for c in captures if c.partition(".")[0] in ROLES]
    if len(set(roles)) != 1:
        raise GrammarError(
            f"pattern {pattern} ({text[start:end].decode()[:60]!r}) has {len(set(roles))} roles; one of "
            f"{', '.join(sorted(ROLES))} must stand in it",
            where=f"grammars/{name}/facts.scm",
        )
    head, _, detail = roles[0].partition(".")
    settings = dict(query.pattern_settings(pattern))
    words = [word.partition("=") for word in (settings.get("fields") or "").split()]
    conditions = [str(v).split("\t") for k, v in sorted(settings.items()) if k.startswith("when.")]
    rank = pattern - query.pattern_count if "first" in settings else pattern
    return Role(
        rank,
        head,
        detail,
        roles[0],
        settings,
        tuple(
            (part, number)
            for part, _, own in words
            if (number := language.field_id_for_name(own or part)) is not None
        ),
        tuple(
            Condition(
                how.removeprefix("not-"),
                capture,
                tuple(word.encode() for word in given),
                expected=not how.startswith("not-"),
            )
            for how, capture, *given in conditions
        ),
    )


def _condition_as_setting(found: re.Match[str]) -> str:
    """A condition as a setting of its pattern: the binding crashes when a query with both is freed."""
    words = [w.replace('\\"', '"').replace("\\\\", "\\") for w in _WORD.findall(found[3])]
    value = "\t".join((found[1], found[2], *words)).replace("\\", "\\\\").replace('"', '\\"')
    return f'(#set! when.{found.start()} "{value}")'
