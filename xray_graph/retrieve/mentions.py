"""The names in a question: the whole of it, and words of a sentence that a node goes by, letter for letter.

    `Add`, `parse json document`     ─▶ the nodes of exactly that name: they come first
    `who calls Cart.Add?`            ─▶ so they do where all that is asked is who calls it, or where it stands
    `fix addIntoCgroupV2 on mips`    ─▶ those that a word names: they count for more (see `fuse`)

Within a sentence only what is written as a name is one: parts joined by capitals or underscores, a call, what
stands in backticks or behind a dot, or a capital that begins no sentence. Used by `retrieve.search`, and by
`route`, which asks many maps for the names of a question before it opens any.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import Final

from xray_graph.graph import Graph
from xray_graph.lexicon import weight_of
from xray_graph.model import TYPES
from xray_graph.retrieve.places import KINDS

_LONGEST_NAME: Final = 8  # words of a question that may be one name
_MOST_WORDS: Final = 48  # of a sentence that are looked up
_MOST_NODES: Final = 20  # a word that names more says nothing of which
_WORD: Final = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::|->|#)[^\W\d][\w$]*)*")
_SEPARATOR: Final = re.compile(r"\.|::|->|#")
_SCOPE: Final = re.compile(r"\([\w.,/ -]{1,40}\)!?:\s")  # of what a commit's subject begins with
# What only the node of a name has is asked for: its callers, what it calls, where it stands.
_ASKS: Final = re.compile(
    r"\b(?:(?:(?:who|what|which \w+) )?(?:calls|invokes|overrides|uses)|which \w+ (?:call|invoke|override)"
    r"|(?:(?:find|list|all) ){0,3}(?:callers|callees) of|what does(?= \S+ call\b)"
    r"|(?:where )?(?:is|are)(?= \S+ (?:called|invoked|overridden|used|defined|declared)\b))"
    r" `?(?P<name>[^\s`?]+?)(?:\(\))?`?(?: (?:call|called|invoked|overridden|used|defined|declared))?"
    r"(?=[?!,.;:]*(?:\s|$))",
    re.IGNORECASE,
)
# A name is all that is asked for, where it is written as one.
_TELLS: Final = re.compile(
    r"(?:(?:what|where)(?:'s| is| are)|what (?:does|do)|how (?:does|do)|explain|describe|show(?: me)?|find)"
    r"(?: the)?(?: (?:class|enum|function|interface|macro|method|struct|trait|type))?"
    r" `?(?P<name>[^\s`?]+?)(?:\(\))?`?(?: (?:class|function|interface|method|struct|trait|type))?"
    r"(?: (?:do|work|works|mean|for|used for))?[?!. ]*",
    re.IGNORECASE,
)
# A type by its name and what it is: `the Cart class`, `interface Cart`.
_A_TYPE: Final = "class|enum|interface|struct|trait|type"
_TYPE: Final = re.compile(
    rf"(?<![\w.:])(?:(?i:{_A_TYPE}) `?(?P<after>[^\W\d][\w.:]*+)"
    rf"|(?![a-z]++\b)(?P<before>[^\W\d][\w.:]*+)`? (?i:{_A_TYPE})\b)"
)
_JOINED: Final = re.compile(r"[a-z0-9][A-Z]|[^\W_]_[^\W_]|[A-Z]{2}[a-z]")


def named(graph: Graph, query: str) -> list[int]:
    """The nodes of exactly that name; of several words, also joined as a heading's or a name's are.

    Of a question that asks nothing but who calls a name, where or what it is, those of the name.
    """
    words = query.split()
    line = " ".join(words)
    forms = [query]
    if (asked := _ASKS.match(line)) and not line[asked.end() :].strip(" ?"):
        forms.append(asked["name"])
    if (told := _TELLS.fullmatch(line)) and _is_written_as_name(line, told["name"], told.start("name")):
        forms.append(told["name"])
    if 1 < len(words) <= _LONGEST_NAME and not _SEPARATOR.search(query):
        one = "".join(word[0].upper() + word[1:] for word in words)
        forms += ["_".join(words), one, words[0] + one[len(words[0]) :]]
    return next(filter(None, map(graph.find, forms)), [])


def mentioned(graph: Graph, query: str) -> list[int]:
    """The nodes that words of a sentence name, ascending."""
    found: set[int] = set()
    for at, word in enumerate(_WORD.finditer(query)):
        if at == _MOST_WORDS:
            break
        if _is_name(query, word, first=at == 0):
            last = _SEPARATOR.split(word[0])[-1]
            nodes = graph.find(word[0]) or (graph.find(last) if last != word[0] else [])
            found.update(nodes if len(nodes) <= _MOST_NODES else ())
    return sorted(found)


def types(graph: Graph, query: str) -> list[int]:
    """The types that a sentence names beside the word for what they are: `add a field to the Cart class`."""
    found: list[int] = []
    for match in islice(_TYPE.finditer(query), _MOST_WORDS):
        name = (match["after"] or match["before"]).rstrip(".:")
        if not name.islower():
            found += [i for i in graph.find(name) if graph.kind(i) in TYPES]
    return found if len(found) <= _MOST_NODES else []


def written(text: str) -> list[str]:
    """The distinct names that a text is written with, by their parts: `fix res.sendFile` → sendFile.

    Stricter than `mentioned`, for there is no graph yet that says what is a name: a capital alone does not
    do, but where a name is called, quoted or put together of several (`Cart.Add`). A plain word does where
    the question asks for what only a name has: `who calls fdatasync`, `where is fdatasync defined`.
    """
    found: list[str] = []
    asked = _asked_at(text)
    for word in islice(_WORD.finditer(text), _MOST_WORDS):
        parts = _SEPARATOR.split(word[0])
        if word.start() != asked and not _is_marked(text, word):
            is_name = _JOINED.search if len(parts) == 1 else lambda part: not part.islower()
            parts = [part for part in parts if "_" in part or is_name(part)]
        found += parts
    return list(dict.fromkeys(found))


def _is_marked(query: str, word: re.Match[str]) -> bool:
    """Whether a word is quoted as code, or called; `fix(jsx): escape` calls nothing."""
    if query[word.start() - 1 : word.start()] == "`":
        return True
    called = query[word.end() : word.end() + 1] == "("
    return called and not (word[0].lower() in KINDS and _SCOPE.match(query, word.end()))


def _asked_at(text: str) -> int:
    """Where the name stands of which callers, a definition or the like are asked for; -1 without one.

    What is called before a word that says something is described, not named: `calls sendfile things`.
    """
    asked = _ASKS.search(text)
    if asked is None or not weight_of(asked["name"]):
        return -1
    after = _WORD.search(text, asked.end())
    return -1 if after and weight_of(after[0]) else asked.start("name")


def _is_written_as_name(line: str, name: str, at: int) -> bool:
    """Whether all of `name`, which stands in `line` at `at`, is one word that is written as a name is."""
    word = _WORD.match(line, at)
    return word is not None and word[0] == name and _is_name(line, word, first=False)


def _is_name(query: str, word: re.Match[str], *, first: bool) -> bool:
    """Whether a word is written as the name of a thing in code is."""
    text = word[0]
    return (
        _is_marked(query, word)
        or bool(_JOINED.search(text) or _SEPARATOR.search(text))
        or (text[0].isupper() and not first)
    )
