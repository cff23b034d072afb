"""What routing knows of one map, made once of its header: how common each word is in it, and its languages.

Words are compared by their stems, so that `completion` is found by `completions`. A word of the label
counts as if every node held it; one that only the summary's text or its languages hold, as if one node in
fifty did. Called by `router`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from xray_graph.lexicon import Question, parts_of, weight_of, words_of
from xray_graph.retrieve.mentions import written
from xray_graph.snapshot import About

IN_TEXT: Final = 45  # level of a word of the summary's text: -8 log2 of one in fifty
_ENDINGS: Final = ("ations", "ation", "ings", "ies", "ing", "ers", "er", "ed", "es", "s", "e", "y")
_SHORTEST: Final = 3  # letters of a stem
ALONE: Final = 0.25  # what a plain word counts as a name when it is all that is asked

# How people call a language, and what its files are called here. Case tells Go from go.
_LANGUAGES: Final[Mapping[str, tuple[str, ...]]] = {
    r"\bC\b(?![+#])": ("c",),
    r"\b[cC]\+\+": ("cpp",),
    r"\b[cC]#|(?i:\.net\b|\bdotnet\b|\bcsharp\b)": ("csharp", "fsharp"),
    r"\bGo\b|(?i:\bgolang\b)": ("go",),
    r"(?i:\bjava\b)": ("java",),
    r"(?i:\bjavascript\b|\bjs\b|\bnode\b|\bdeno\b)|\bBun\b": ("javascript", "typescript", "tsx", "vue"),
    r"(?i:\btypescript\b)|\bTS\b": ("typescript", "tsx"),
    r"(?i:\bkotlin\b)": ("kotlin",),
    r"(?i:\bphp\b)": ("php",),
    r"(?i:\bpython\b)": ("python",),
    r"(?i:\bruby\b)": ("ruby",),
    r"(?i:\brust\b)": ("rust",),
}
_NAMED: Final = [(re.compile(name), languages) for name, languages in _LANGUAGES.items()]
_CODE: Final = frozenset(language for languages in _LANGUAGES.values() for language in languages)


class Profile(NamedTuple):
    """One map."""

    levels: Mapping[str, int]  # stem → -8 log2 of the share of nodes that hold it, the lowest of its words
    languages: Mapping[str, float]  # programming language → its share of the files of code


def profile_of(label: str, about: About | None) -> Profile:
    """The profile of a map by its header; by its label where there is no header yet."""
    levels = dict.fromkeys(_stems(label), 0)
    if about is None:
        return Profile(levels, {})
    for word, level in about.summary.words.items():
        key = stem(word)
        levels[key] = min(level, levels.get(key, level))
    for key in _stems(" ".join((about.summary.text, *about.languages))):
        levels.setdefault(key, IN_TEXT)
    files = {name: count for name, count in about.languages.items() if name in _CODE}
    total = sum(files.values())
    return Profile(levels, {name: count / total for name, count in files.items() if count})


def asked_words(question: Question) -> dict[str, tuple[str, float]]:
    """Stem → the word of the question, and how much it counts."""
    words = [(part, weight_of(word)) for word in question.words for part in parts_of(word)]
    return {stem(part): (part, weight) for part, weight in reversed(words)}


def asked_names(question: Question) -> dict[str, float]:
    """Names that a question is written with → how much each counts.

    What names a language names nothing else. A plain word that is all of the question is a name or a topic.
    """
    text = question.text
    for language, _ in _NAMED:
        text = language.sub(" ", text)
    alone = text.strip().rstrip("?!")
    plain = {alone: ALONE} if alone.isidentifier() else {}
    return plain | dict.fromkeys(written(text), 1.0)


def asked_languages(question: Question) -> list[tuple[str, ...]]:
    """The languages that a question names."""
    return [languages for name, languages in _NAMED if name.search(question.text)]


@functools.lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The word without its ending: parse, parses, parser and parsing are one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def _stems(text: str) -> list[str]:
    return [stem(part) for word in words_of(text) for part in parts_of(word)]
