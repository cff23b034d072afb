"""What a question on a release, or on when something changed, asks for: the changelog.

    `what changed in 8.2?`          ─▶ the sections of a changelog that are headed so come first
    `when was Python 3.7 dropped?`  ─▶ a changelog is asked for, though no word says so

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

ASKED: Final = "changelog"  # the word for it, which gives a changelog its role
_READ: Final = 400  # characters of a question
_MOST: Final = 20  # sections of one version: `8.2` is 8.2.0, 8.2.1, ...
_VERSION: Final = re.compile(r"(?<![\w.])[vV]?(\d+(?:\.\d+)+)(?!\w)")
_WHEN: Final = re.compile(
    r"when (?:was|were|did)\b|(?:in|since) (?:which|what) (?:version|release)\b"
    r"|what(?:'s| is| has| was)? (?:new|changed)\b",
    re.IGNORECASE,
)
_CHANGELOG: Final = re.compile(r"\b(?:change ?log|release notes?|news)\b", re.IGNORECASE)
_OF_A_RELEASE: Final = re.compile(r"\b(?:changed|changes|new|released?|upgrad\w+|version)\b", re.IGNORECASE)


def is_asked_for(question: Question) -> bool:
    """Whether a question asks when something changed, without the word for where that is written."""
    return not question.task and bool(_WHEN.match(question.text.strip()))


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
