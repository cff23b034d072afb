"""The block of metadata in front of a document: found, and four of its keys read.

YAML between `---` lines and TOML between `+++` lines. Of YAML this reads what people write there:
scalars (plain, quoted, folded), lists in brackets or dashes, comments. Every scalar stays text: `no`
is no boolean and a date is what stands there. Anything else (nested mappings, anchors) is passed
over without a word, because the other keys say nothing about the map. Called by `markdown`.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final, NamedTuple

from xray_graph.model import Diagnostic

KEYS: Final = ("title", "status", "date", "tags")
MAX_VALUE: Final = 200  # characters; longer values are cut

_LINE_FLAGS: Final = re.MULTILINE | re.VERBOSE
_YAML: Final = re.compile(rb"---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML: Final = re.compile(rb"\+\+\+[ \t]*\r?\n(.*?)^\+\+\+[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
# A mapping begins with a key, after comments and blank lines.
_FIRST_KEY: Final = re.compile(
    r"""(?: [ \t]* (?:\#.*)? \n )*
        (?: [^\s\#:'"\[\]{},&*!|>%@`-] [^:\n]* | "[^"\n]*" | '[^'\n]*' ) : (?:\s|\Z)""",
    _LINE_FLAGS,
)
_ONLY_COMMENTS: Final = re.compile(r"(?:#.*\n)+")
# A key at the left edge, and its value with the lines below that are deeper, blank or list items.
_ENTRY: Final = re.compile(
    r"""^ (["']?) ([A-Za-z_][\w-]*) \1 [ \t]* : (?:[ \t]+|$)
        ( .* (?: \n (?: [ \t]+.* | [ \t]* | -(?:[ \t].*)? )$ )* )""",
    _LINE_FLAGS,
)
_COMMENT: Final = re.compile(r"(?:^|[ \t])#.*$", re.MULTILINE)
_BLOCK_HEAD: Final = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?\n")
_QUOTED: Final = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^']|'')*)'", re.DOTALL)
_ITEM: Final = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\[\]{}\"']+)\s*(?:,|\Z)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_ESCAPES: Final = {"n": " ", "t": " ", "r": " ", "0": "", "\n": ""}


class FrontMatter(NamedTuple):
    """`end` and `lines` measure the block; `values` are (key, value) in order, a list as one each."""

    end: int = 0  # bytes
    lines: int = 0
    values: tuple[tuple[str, str], ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def read(data: bytes) -> FrontMatter:
    """The front matter of a document, empty when it has none. Never raises for what stands there."""
    diagnostics: tuple[Diagnostic, ...] = ()
    if match := _YAML.match(data):
        text = match[1].decode("utf-8", "replace").replace("\r\n", "\n")
        if text.strip() and not (_FIRST_KEY.match(text) or _ONLY_COMMENTS.fullmatch(text)):
            return FrontMatter()  # two thematic breaks, and prose between them
        values = _yaml(text)
    elif match := _TOML.match(data):
        values, diagnostics = _toml(match[1].decode("utf-8", "replace"))
    else:
        return FrontMatter()
    return FrontMatter(match.end(), data.count(b"\n", 0, match.end()), tuple(values), diagnostics)


def _yaml(text: str) -> list[tuple[str, str]]:
    values: list[tuple[str, str]] = []
    seen: set[str] = set()
    for _, key, value in _ENTRY.findall(text):
        key = key.lower()
        if key in KEYS and key not in seen:
            seen.add(key)
            values += [(key, _cut(v)) for v in _yaml_values(value) if v]
    return values


def _yaml_values(text: str) -> list[str]:
    if match := _BLOCK_HEAD.match(text):
        return [text[match.end() :]]
    if text[:1] not in "\"'":
        text = _COMMENT.sub("", text)
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        return [_scalar(item) for item in _ITEM.findall(text[1:-1])]
    if re.match(r"-(?:\s|$)", text):
        return [_scalar(item) for item in re.split(r"^[ \t]*-(?=\s|$)", text, flags=re.MULTILINE)[1:]]
    if text[:1] in "{&*!":
        return []
    return [_scalar(text)]


def _scalar(text: str) -> str:
    text = text.strip()
    quoted = _QUOTED.match(text)
    if quoted is None:
        return "" if text in {"~", "null"} or text[:1] in "{&*!" else text
    if quoted[2] is not None:
        return quoted[2].replace("''", "'")
    return _ESCAPE.sub(_unescape, quoted[1])


def _unescape(match: re.Match[str]) -> str:
    word = match[1]
    return chr(int(word[1:], 16)) if len(word) > 1 else _ESCAPES.get(word, word)


def _toml(text: str) -> tuple[list[tuple[str, str]], tuple[Diagnostic, ...]]:
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return [], (Diagnostic("front-matter", f"the TOML in front is not valid: {error}", 1, 1),)
    found = [(key, table[key]) for key in KEYS if key in table]
    items = [(key, item) for key, value in found for item in (value if isinstance(value, list) else [value])]
    return [(key, _cut(str(item))) for key, item in items if not isinstance(item, dict | list)], ()


def _cut(value: str) -> str:
    return " ".join(value.split())[:MAX_VALUE].rstrip()
