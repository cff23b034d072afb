"""What a question asks for: its words without those that only make it a question.

Function words are no tokens. Words that ask for a change (`add`, `fix`, `remove`) say little of where:
a task is often put to the search as it is written, and then they stand in front. They count, for less.
Used by the word index and by routing; the built-in embedder has learned what each word counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from xray_graph.lexicon.words import parts_of, words_of

_FUNCTION: Final = """
    a about an and any are as at be been but by can could did do does doing done for from had has have
    how i if in into is it its me my of on or our please shall should so some tell than that the their
    them then there these they this those to us was we were what when where which who whose why will with
    would you your
"""
_CHANGE: Final = """
    add added adding adds allow allowed allowing allows also avoid avoids bug change changed changes
    changing chore clean cleanup correct correctly don ensure ensures feat feature fix fixed fixes fixing
    handle handled handles handling implement implemented implements improve improved improves instead
    issue make makes making more move moved moves new not now only perf properly refactor refactored
    refactors remove removed removes removing rename renamed renames simplify support supported
    supporting supports update updated updates updating use used uses using via
"""
_ASKING: Final = frozenset(["how", "what", "when", "where", "which", "who", "whose", "why"])
FUNCTION_WORDS: Final = frozenset(_FUNCTION.split())
CHANGE_WORDS: Final = frozenset(_CHANGE.split())
CHANGE_WEIGHT: Final = 0.25
PHRASE_WEIGHT: Final = 0.5
_LONGEST_PHRASE: Final = 4  # parts
_FIRST: Final = 2  # words of a question that say whether it is a task
_MOST_TOKENS: Final = 48  # of one question; more cost time and no longer ask for anything


@dataclass(frozen=True, slots=True)
class Token:
    """One thing a question names."""

    text: str  # lower case
    weight: float
    phrase: bool = False  # neighbouring parts run together: matched exactly, and never required


@dataclass(frozen=True, slots=True)
class Question:
    """`tokens` are distinct parts in order, then the phrases; `words` is the text without function words.

    A `task` asks for a change in what it begins with: `fix the ...`, `jsx: support ...`. What is `asked` is
    said as a question: `where are ...`, `... is parsed how?`.
    """

    text: str
    words: tuple[str, ...]
    tokens: tuple[Token, ...]
    task: bool = False
    asked: bool = False


def read_question(text: str) -> Question:
    """Read a question. It has no token when it holds nothing but function words and punctuation."""
    words = words_of(text)
    named = tuple(word for word in words if word.lower() not in FUNCTION_WORDS)
    tokens: dict[str, Token] = {}
    for word in named:
        for part in parts_of(word):
            tokens.setdefault(part, Token(part, weight_of(part)))
    run = [part for word in words for part in parts_of(word)]
    for size in range(2, _LONGEST_PHRASE + 1):
        for at in range(len(run) - size + 1):
            phrase = run[at : at + size]
            if not all(part in FUNCTION_WORDS or part in CHANGE_WORDS for part in phrase):
                joined = "".join(phrase)
                tokens.setdefault(joined, Token(joined, PHRASE_WEIGHT, phrase=True))
    plain = [token for token in tokens.values() if not token.phrase][:_MOST_TOKENS]
    phrases = [token for token in tokens.values() if token.phrase][:_MOST_TOKENS]
    asking = bool(words) and words[0].lower() in _ASKING
    task = not asking and any(word.lower() in CHANGE_WORDS for word in words[:_FIRST])
    asked = asking or text.rstrip().endswith("?")
    return Question(text, named, (*plain, *phrases), task, asked and not task)


def weight_of(word: str) -> float:
    """How much a word of a question counts: 0 for a function word."""
    lower = word.lower()
    if lower in FUNCTION_WORDS:
        return 0.0
    return CHANGE_WEIGHT if lower in CHANGE_WORDS else 1.0
