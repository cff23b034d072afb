"""Questions that ask for documents, though no word of theirs says so.

    `what changed in 8.2?`          ─▶ the sections of a changelog that are headed so come first
    `when was Python 3.7 dropped?`  ─▶ a changelog is asked for
    `how do I test an app?`         ─▶ a guide is asked for: its sections count as functions do

A changelog seldom holds the words of such a question, and a number is no word. Used by `retrieve.search`.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from xray_graph.graph import Graph
from xray_graph.lexicon import Question
from xray_graph.model import NodeKind
from xray_graph.retrieve.factors import HISTORY

_NONE: Final[frozenset[str]] = frozenset()
_A_CHANGELOG: Final = frozenset({"changelog"})  # the words that give what is asked for its role
_A_GUIDE: Final = frozenset({"guide"})
_READ: Final = 400  # characters of a question
_MOST: Final = 20  # sections of one version: `8.2` is 8.2.0, 8.2.1, ...
_VERSION: Final = re.compile(r"(?<![\w.])[vV]?(\d+(?:\.\d+)+)(?!\w)")
_WHEN: Final = re.compile(
    r"when (?:was|were|did)\b|(?:in|since) (?:which|what) (?:version|release)\b"
    r"|what(?:'s| is| has| was)? (?:new|changed)\b",
    re.IGNORECASE,
)
_HOW_TO: Final = re.compile(r"how (?:to|(?:do|can|should|would) (?:i|you))\b", re.IGNORECASE)
_CHANGELOG: Final = re.compile(r"\b(?:change ?log|release notes?|news)\b", re.IGNORECASE)
_OF_A_RELEASE: Final = re.compile(r"\b(?:changed|changes|new|released?|upgrad\w+|version)\b", re.IGNORECASE)


def words_for(question: Question) -> frozenset[str]:
    """The words that a question leaves out for what it asks: when something changed, or how to do it."""
    if question.task:
        return _NONE
    text = question.text.strip()
    if _WHEN.match(text):
        return _A_CHANGELOG
    return _A_GUIDE if _HOW_TO.match(text) else _NONE


def sections(graph: Graph, question: Question) -> list[int]:
    """The sections of changelogs on the versions that a question on releases names, ascending.

    A task has versions for other reasons, unless it is one on the changelog.
    """
    text = question.text[:_READ]
    asked = _VERSION.findall(text)
    if not asked or not (_CHANGELOG.search(text) or (not question.task and _OF_A_RELEASE.search(text))):
        return []
    paths = np.array([bool(HISTORY.search(path)) for path in graph.path_list], np.bool_)
    within = np.flatnonzero(graph.with_kind(NodeKind.SECTION, NodeKind.DOCUMENT) & paths[graph.path_ids])
    found = [i for i in within.tolist() if _is_on(graph.signature(i), asked)]
    return found[:_MOST]


def _is_on(heading: str, asked: list[str]) -> bool:
    """Whether a heading's version is one of `asked`, or one of its kind (`8.2.1` of `8.2`)."""
    version = _VERSION.search(heading)
    return version is not None and any(f"{version[1]}.".startswith(f"{one}.") for one in asked)
