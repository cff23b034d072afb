"""How likely a node is what a question is after, before the question is known: by its kind and its role.

A test repeats the words of what it tests, and more often; so do documents, examples and generated code, and
a changelog those of whatever was changed.
They stay findable, but what they speak of comes first, unless the question asks for them, by a word or by
name. And of two functions that speak of the same, the one that does more is the likelier answer; a vector of
few words is near to anything. Chosen on benchmarks/search/development.py, whose questions are of other
repositories than those it is judged on. Used by `retrieve.search`, for both channels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.graph import Graph
from xray_graph.lexicon import weak_nodes
from xray_graph.model import NodeKind
from xray_graph.resolve.tests import is_test_path

F32 = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

CODE: Final = 1.0
OTHER: Final = 0.65  # types, manifests, tables, services, ...
APART: Final = 0.35  # files, prose, fields, and each role below
AROUND: Final = 0.5  # in a task: what holds functions, or tells of them
ASKED: Final = 0.8  # code of a role that the question names: what helps a test is no test itself
LENGTH: Final = 0.11  # power of a function's lines, counted up to LONG
LONG: Final = 100
USUAL: Final = 10  # lines that count for everything that is no function
_DEEP: Final = 16  # levels that are looked through for a function around a node

_KINDS: Final = {
    CODE: (NodeKind.FUNCTION, NodeKind.METHOD, NodeKind.MACRO),
    APART: (NodeKind.REPOSITORY, NodeKind.PACKAGE, NodeKind.FILE, NodeKind.DOCUMENT, NodeKind.SECTION),
}
_PROSE: Final = (NodeKind.DOCUMENT, NodeKind.SECTION)
# What holds functions, or tells of them, counts less where a task is put: a change is made in the function.
_AROUND: Final = (
    *(kind for kind in _KINDS[APART] if kind != NodeKind.FILE),  # a task may be on a file by its name
    *(NodeKind.CLASS, NodeKind.STRUCT, NodeKind.INTERFACE, NodeKind.TRAIT, NodeKind.ENUM, NodeKind.TYPE),
)

_MANIFEST_WORDS: Final = "configmap cronjob daemonset deployment ingress manifest manifests statefulset"
_PROSE_WORDS: Final = "doc docs document documents documented documentation readme guide changelog"

_HISTORY: Final = (
    r"(^|/)(change(s|log)|history|news|release([_-]?notes|s)?|upgrad(e|ing)|migrat(ing|ion))[^/]*"
    r"(/.*)?\.(md|rst|txt|adoc)$"
)
HISTORY: Final = re.compile(_HISTORY, re.IGNORECASE)  # paths of changelogs

# Roles: the paths that have each, beside tests, and the words that ask for it. The first match decides. What
# a project is made with (`workshop`: CI, editors, containers to develop in) has names that begin with a dot.
_ROLE: Final = re.compile(
    r"(?P<test>(^|/)fixtures?/)"
    r"|(?P<example>(^|/)(examples?|samples?|demos?)/)"
    r"|(?P<benchmark>(^|/)(bench|benches|benchmarks?|perf)/|_bench\.\w+$)"
    r"|(?P<copy>(^|/)(dist|third[_-]?party|vendor|vendored|_vendor|external)/|[.-]min\.\w+$)"
    rf"|(?P<history>{_HISTORY})"
    r"|(?P<workshop>(^|/)\.[^/]|(^|/)(appveyor|azure-pipelines|bitbucket-pipelines|jenkinsfile)[^/]*$)"
    r"|(?P<prose>(^|/)docs?/)",
    re.IGNORECASE,
)
_ASKING: Final = {
    "test": frozenset({"test", "tests", "tested", "testing", "spec", "specs", "fixture", "fixtures"}),
    "example": frozenset({"example", "examples", "sample", "samples", "demo", "demos"}),
    "benchmark": frozenset({"bench", "benchmark", "benchmarks", "benchmarking"}),
    "copy": frozenset({"dist", "vendor", "vendored", "bundle", "bundled"}),
    "history": frozenset({"changelog", "changes", "history", "news", "release", "releases", "upgrading"}),
    "workshop": frozenset(
        {"ci", "github", "gitlab", "workflow", "workflows", "pipeline", "pipelines", "job", "jobs", "editor"}
    ),
    "prose": frozenset(_PROSE_WORDS.split()),
}
_WHOLLY: Final = frozenset({"history", "workshop", "prose"})  # roles that say all, where they are asked for
# Kinds that count as functions do where a question says one of the words.
_LIFTED: Final = (
    (_PROSE, APART, _ASKING["prose"]),
    ((NodeKind.JOB,), OTHER, frozenset({"ci", "workflow", "workflows"})),
    ((NodeKind.IMAGE,), OTHER, frozenset({"dockerfile", "dockerfiles"})),
    ((NodeKind.MANIFEST,), OTHER, frozenset(_MANIFEST_WORDS.split())),
)
TEST_WORDS: Final = _ASKING["test"]
ROLE_WORDS: Final = frozenset().union(*_ASKING.values(), *(words for _, _, words in _LIFTED))
_ROLES: Final = tuple(_ASKING)
_NO_ROLE: Final = len(_ROLES)


class Factors:
    """The factors of one map's nodes."""

    def __init__(self, graph: Graph) -> None:
        self._lifted = [graph.with_kind(*kinds) for kinds, _, _ in _LIFTED]
        self._graph = graph
        self._roles = _roles(graph)
        self.tests: Mask = self._roles == _ROLES.index("test")  # test code, by its language or its place
        self._plain = np.full(len(graph), OTHER, np.float32)
        for factor, kinds in _KINDS.items():
            self._plain[graph.with_kind(*kinds)] = factor
        self._plain[weak_nodes(graph)] = APART
        lines = np.where(graph.with_kind(*_KINDS[CODE]), graph.end_lines - graph.lines + 1, USUAL)
        self._plain *= (np.clip(lines, 1, LONG) / LONG) ** LENGTH
        self._plain[graph.with_attribute("generated")] *= APART
        self._around = graph.with_kind(*_AROUND)

    def of(
        self,
        words: frozenset[str] = frozenset(),
        named: Sequence[int] = (),
        types: Sequence[int] = (),
        *,
        task: bool = False,
    ) -> F32:
        """One factor a node, above 0 and at most 1; of a `task` for what is to be changed.

        `words` are those of the question, in lower case. What it names (`named`) is asked for in whatever
        role; not so what stands in a function, as the stubs of a test do, called as what they stand for. The
        `types` that a task is on, by its words, count as in any question, in their role, of any length.
        """
        by_role = [_of_role(role, asked=bool(words & _ASKING[role])) for role in _ROLES]
        of_roles = np.array([*by_role, 1.0], np.float32)[self._roles]
        result = self._plain * of_roles
        around = self._around & task
        for lifted, (_, factor, asking) in zip(self._lifted, _LIFTED, strict=True):
            if words & asking:
                result[lifted] *= CODE / factor
                around &= ~lifted
        result[around] *= AROUND
        result[list(types)] = OTHER * of_roles[list(types)]
        told = [i for i in named if not self._is_inner(i)]
        result[told] = np.maximum(result[told], self._plain[told])
        return result

    def _is_inner(self, i: int) -> bool:
        """Whether node `i` stands in a function, or in what stands in one."""
        above = self._graph.parent(i)
        for _ in range(_DEEP):
            if above is None or self._graph.kind(above) in _KINDS[CODE]:
                return above is not None
            above = self._graph.parent(above)
        return False


def _of_role(role: str, *, asked: bool) -> float:
    """What a role leaves of a node's factor."""
    if not asked:
        return APART
    return CODE if role in _WHOLLY else ASKED


def _roles(graph: Graph) -> npt.NDArray[np.uint8]:
    """The role of each node, as a position in _ROLES."""
    found = np.full(len(graph.paths), _NO_ROLE, np.uint8)
    for k, path in enumerate(graph.paths):
        if is_test_path(path):
            found[k] = _ROLES.index("test")
        elif match := _ROLE.search(path):
            found[k] = _ROLES.index(match.lastgroup or "")
    roles = found[graph.path_ids] if len(found) else np.zeros(0, np.uint8)
    roles[graph.with_attribute("test")] = _ROLES.index("test")
    return roles
