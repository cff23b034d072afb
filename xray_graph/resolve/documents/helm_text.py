"""What a text of a template comes to by the chart's own values. Looked up and put together, never rendered.

Fields of the values, of the chart and constants are texts; a condition on such texts has one arm; functions
that choose among texts or put them together (`default`, `ternary`, `printf`, ...) are worked out. What takes
running the template, such as the name of a release, stays in the text as it is written, in one form
(`{{ .Release.Name }}`, `{{ include "shop.fullname" . }}`): two texts that hold the same are the same. All
else makes the whole text unknown. Called by `helm`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from xray_graph.parse.documents import template_terms
from xray_graph.parse.documents.templates import actions_of

if TYPE_CHECKING:
    from xray_graph.parse.documents.template_terms import Term

MAX_DEPTH: Final = 6  # of named templates in named templates
MAX_STEPS: Final = 2_000  # terms that are looked at for one text
MAX_TEXT: Final = 500  # characters of what is put together

_CONDITION: Final = re.compile(r"(else\s+)?if\b\s*(.*)", re.DOTALL)
_ASSIGNED: Final = re.compile(r"\$(\w+)\s*:=\s*(.*)", re.DOTALL)
_VARIABLE: Final = re.compile(r"\$(\w+)\b")
_COMMENT: Final = re.compile(r"\{\{-?\s*/\*.*?\*/\s*-?\}\}", re.DOTALL)
_LEFT: Final = re.compile(r"\s*\{\{-\s")
_RIGHT: Final = re.compile(r"\s-\}\}\s*")
_VERB: Final = re.compile(r"%[svdq%]")
_RELEASE: Final = frozenset({".Release.Name", ".Release.Namespace"})
_OF_CHART: Final = {".Chart.Name": "name", ".Chart.AppVersion": "appVersion", ".Chart.Version": "version"}
_FALSE: Final = frozenset({"", "false", "0", "null", "~", "{}", "[]"})
_SAME: Final = frozenset({"quote", "squote", "toString", "trim", "nospace", "int", "int64"})
_IN_ACTIONS: Final = re.compile(r"(\{\{.*?\}\})", re.DOTALL)


class Sources(Protocol):
    """Where the pieces come from. `path` is the file of the template."""

    def value(self, path: str, key: str) -> str | None:
        """The text of a key of the values, "" where it is not there; None where it is no text."""

    def of_chart(self, path: str, key: str) -> str:
        """`name`, `appVersion` or `version` of the chart."""

    def body(self, path: str, name: str) -> str:
        """The text of a named template, "" when there is none that is known."""


class HelmText:
    """Works texts out."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._steps = 0  # that are left for the text at hand

    def text(self, path: str, written: str) -> str | None:
        """A text with its values put in; None when it is not known."""
        self._steps = MAX_STEPS
        try:
            said = self._render(path, written, 0)
        except RecursionError:
            return None
        return None if said is None or "\n" in said.strip() else said.strip()

    def _render(self, path: str, written: str, depth: int) -> str | None:
        """As `text`, of a text over lines."""
        if len(written) > 4 * MAX_TEXT:
            return None
        written = _RIGHT.sub(" }}", _LEFT.sub("{{ ", _COMMENT.sub("", written)))
        pieces: list[str] = []
        # Of each open condition: whether this arm counts, and whether one before it did.
        arms: list[tuple[bool, bool]] = []
        variables: dict[str, str] = {}
        done = 0
        for action in actions_of(written):
            taken = all(arm for arm, _ in arms)
            if taken:
                pieces.append(written[done : action.start])
            done = action.end
            body = action.body
            if match := _CONDITION.match(body):
                if match[1] and not arms:
                    return None
                outer = all(arm for arm, _ in (arms[:-1] if match[1] else arms))
                before = arms.pop()[1] if match[1] else False
                holds = (
                    self._holds(path, _with(match[2], variables), depth) if outer and not before else False
                )
                if holds is None:
                    return None
                arms.append((holds and not before, before or holds))
            elif body == "else" and arms:
                _, before = arms.pop()
                arms.append((not before, True))
            elif body == "end" and arms:
                arms.pop()
            elif assigned := _ASSIGNED.fullmatch(body):
                if taken:
                    variables[assigned[1]] = f"({_with(assigned[2], variables)})"
            elif taken:
                said = self._said(path, template_terms.read(_with(body, variables)), depth)
                if said is None:
                    return None
                pieces.append(said)
        whole = "".join([*pieces, written[done:]])
        return whole.strip() if len(whole) <= 2 * MAX_TEXT else None

    def _holds(self, path: str, condition: str, depth: int) -> bool | None:
        said = self._said(path, template_terms.read(condition), depth)
        return None if said is None or "{{" in said else said not in _FALSE

    def _said(self, path: str, term: Term, depth: int) -> str | None:
        sort = term[0]
        self._steps -= 1
        if self._steps < 0:
            return None
        if sort == "text":
            return str(term[1])
        if sort == "field":
            return self._field(path, term[1])
        if sort == "call":
            return self._call(path, term[1], term[2], depth)
        return None

    def _field(self, path: str, name: str) -> str | None:
        if name.startswith(".Values."):
            return self._sources.value(path, name.removeprefix(".Values."))
        if name in _OF_CHART:
            return self._sources.of_chart(path, _OF_CHART[name]) or None
        return f"{{{{ {name} }}}}" if name in _RELEASE else None

    def _call(self, path: str, name: str, terms: tuple[Term, ...], depth: int) -> str | None:
        if name in {"include", "template"}:
            return self._include(path, terms, depth)
        if name == "tpl" and terms:
            inner = self._said(path, terms[0], depth)
            return None if inner is None or depth >= MAX_DEPTH else self._render(path, inner, depth + 1)
        if name == "index":
            keys = [str(t[1]) for t in terms[1:] if t[0] == "text"]
            whole = terms and terms[0] == ("field", ".Values") and len(keys) == len(terms) - 1
            return self._sources.value(path, ".".join(keys)) if whole else None
        if name == "default" and len(terms) == 2:  # the second may decide alone
            given = self._said(path, terms[1], depth)
            return given if given is None or given not in _FALSE else self._said(path, terms[0], depth)
        if name in {"coalesce", "or"}:
            said: str | None = ""
            for term in terms:
                said = self._said(path, term, depth)
                if said is None or said not in _FALSE:
                    break
            return said
        if name == "ternary" and len(terms) == 3:
            holds = self._said(path, terms[2], depth)
            return None if holds is None else self._said(path, terms[int(holds in _FALSE)], depth)
        operands = [self._said(path, term, depth) for term in terms]
        known = [one for one in operands if one is not None]
        if len(known) != len(operands) or not known:
            return None
        function = _FUNCTIONS.get(name)
        if function is None and name in _SAME:
            return known[-1]
        try:
            said = function(known) if function is not None else None
        except (ValueError, IndexError):
            return None
        return said if said is not None and len(said) <= 2 * MAX_TEXT else None

    def _include(self, path: str, terms: tuple[Term, ...], depth: int) -> str | None:
        if len(terms) != 2 or terms[0][0] != "text" or terms[1] not in {("field", "."), ("field", "$")}:
            return None
        name = terms[0][1]
        body = self._sources.body(path, name) if depth < MAX_DEPTH else ""
        said = self._render(path, body, depth + 1) if body else None
        whole = said is not None and said and not any(c.isspace() for c in _IN_ACTIONS.sub("", said))
        return said if whole else f'{{{{ include "{name}" . }}}}'


def _with(body: str, variables: dict[str, str]) -> str:
    return _VARIABLE.sub(lambda m: variables.get(m[1], m[0]), body) if variables else body


def _printf(operands: list[str]) -> str:
    rest = iter(operands[1:])
    return _VERB.sub(lambda m: "%" if m[0] == "%%" else next(rest, ""), operands[0])


def _cut(operands: list[str]) -> str:
    text, size = operands[-1], int(operands[0])
    return text if "{{" in text or size < 0 else text[:size]


def _truth(value: object) -> str:
    return "true" if value else "false"


def _plain(operands: list[str]) -> list[str]:
    """The operands; ValueError when one is not known to its end."""
    if any("{{" in one for one in operands):
        raise ValueError(operands)
    return operands


def _trimmed(operands: list[str]) -> str:
    return operands[-1].removesuffix(operands[0])


# Functions of texts that are known, the piped one last.
_FUNCTIONS: Final[dict[str, Callable[[list[str]], str]]] = {
    "printf": _printf,
    "print": "".join,
    "trunc": _cut,
    "trimSuffix": _trimmed,
    "trimPrefix": lambda o: o[-1].removeprefix(o[0]),
    "trimAll": lambda o: o[-1].strip(o[0]),
    "lower": lambda o: o[-1] if "{{" in o[-1] else o[-1].lower(),
    "replace": lambda o: o[2] if "{{" in o[2] else o[2].replace(o[0], o[1]),
    "required": lambda o: o[-1],
    "not": lambda o: _truth(o[0] in _FALSE),
    "empty": lambda o: _truth(o[0] in _FALSE),
    "and": lambda o: next((one for one in o if one in _FALSE), o[-1]),
    "eq": lambda o: _truth(o[0] in _plain(o)[1:]),
    "ne": lambda o: _truth(o[0] != _plain(o)[1]),
}
