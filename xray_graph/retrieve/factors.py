"""How likely a node is what a question is after, before the question is known: by its kind and its role.

A test repeats the words of what it tests, and more often; so do documents, examples and generated code.
They stay findable, but what they speak of comes first, unless the question asks for them. And of two
functions that speak of the same, the one that does more is the likelier answer; a vector of few words is
near to anything. Chosen on
benchmarks/search/development.py, whose questions are of other repositories than those it is judged on.
Used by `retrieve.search`, for both channels.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph
from xray_graph.lexicon import weak_nodes
from xray_graph.model import NodeKind

F32 = npt.NDArray[np.float32]

CODE: Final = 1.0
TYPE: Final = 0.8
OTHER: Final = 0.7  # manifests, tables, services, ...
APART: Final = 0.4  # files, prose, fields, and each role below
LENGTH: Final = 0.1  # power of a function's lines, counted up to LONG
LONG: Final = 100
USUAL: Final = 10  # lines that count for everything that is no function

_KINDS: Final = {
    CODE: (NodeKind.FUNCTION, NodeKind.METHOD, NodeKind.MACRO),
    TYPE: (
        NodeKind.CLASS,
        NodeKind.STRUCT,
        NodeKind.INTERFACE,
        NodeKind.TRAIT,
        NodeKind.ENUM,
        NodeKind.TYPE,
        NodeKind.MODULE,
    ),
    APART: (NodeKind.REPOSITORY, NodeKind.PACKAGE, NodeKind.FILE, NodeKind.DOCUMENT, NodeKind.SECTION),
}
_PROSE: Final = (NodeKind.DOCUMENT, NodeKind.SECTION)

# A role, the paths that have it, and the words of a question that ask for it.
_ROLES: Final = (
    (
        re.compile(
            r"(?i)(^|/)(tests?|testing|testdata|spec|specs|__tests__|fixtures?|e2e)/|(_|\.|-)(test|spec)s?\.\w+$"
            r"|(^|/)(test_|conftest\.)[^/]*$|(^|/)[^/]*(?-i:Tests?|TestCase)\.\w+$"
        ),
        frozenset({"test", "tests", "tested", "testing", "spec", "specs", "fixture", "fixtures"}),
    ),
    (
        re.compile(r"(?i)(^|/)(examples?|samples?|demos?)/"),
        frozenset({"example", "examples", "sample", "samples", "demo", "demos"}),
    ),
    (
        re.compile(r"(?i)(^|/)(bench|benches|benchmarks?|perf)/|_bench\.\w+$"),
        frozenset({"bench", "benchmark", "benchmarks", "benchmarking"}),
    ),
    (
        re.compile(r"(?i)(^|/)(dist|third[_-]?party|vendor|vendored|_vendor|external)/|[.-]min\.\w+$"),
        frozenset({"dist", "vendor", "vendored", "bundle", "bundled"}),
    ),
    (
        re.compile(r"(?i)(^|/)docs?/"),
        frozenset(
            {
                "doc",
                "docs",
                "document",
                "documents",
                "documented",
                "documentation",
                "readme",
                "guide",
                "changelog",
            }
        ),
    ),
)
_TESTS, _DOCS = _ROLES[0], _ROLES[-1]
ROLE_WORDS: Final = frozenset().union(*(asking for _, asking in _ROLES))


def factors(graph: Graph, words: frozenset[str] = frozenset()) -> F32:
    """One factor a node, above 0 and at most 1. `words` are those of the question, in lower case."""
    result = np.full(len(graph), OTHER, np.float32)
    prose = graph.with_kind(*_PROSE)
    for factor, kinds in _KINDS.items():
        result[graph.with_kind(*kinds)] = factor
    result[weak_nodes(graph)] = APART
    lines = np.where(graph.with_kind(*_KINDS[CODE]), graph.end_lines - graph.lines + 1, USUAL)
    result *= (np.clip(lines, 1, LONG) / LONG) ** LENGTH
    if words & _DOCS[1]:
        result[prose] = CODE
    roles = {k: _having(graph, paths) for k, (paths, asking) in enumerate(_ROLES) if not words & asking}
    if not words & _TESTS[1]:
        roles[0] |= graph.with_attribute("test")
    for having in roles.values():
        result[having] *= APART
    result[graph.with_attribute("generated")] *= APART
    return result


def is_test(graph: Graph) -> npt.NDArray[np.bool_]:
    """Mask over the nodes: test code, by what its language says or by where it lies."""
    return graph.with_attribute("test") | _having(graph, _TESTS[0])


def _having(graph: Graph, paths: re.Pattern[str]) -> npt.NDArray[np.bool_]:
    found = np.array([paths.search(path) is not None for path in graph.paths], dtype=bool)
    return found[graph.path_ids] if len(found) else np.zeros(len(graph), dtype=bool)
