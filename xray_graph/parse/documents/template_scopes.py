"""What the dot and the variables of a template stand for, action by action, as far as the text says it.

Inside `with .Values.image` the dot is `.Values.image`, so `.tag` is `.Values.image.tag`; a variable is the
expression that it was given, until its block ends. In a `range`, and where a variable is assigned again, it
takes running the template: a field of such a dot becomes one of `$_`, which nobody knows. A dot that is
handed on to another template stays, and so does the root's. Called by `yaml_files` and `helm`.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from xray_graph.parse.documents.templates import Action, actions_of

UNKNOWN: Final = "$_"
MAX_EXPRESSION: Final = 600  # characters of what a variable stands for
MAX_VARIABLES: Final = 200  # that are known at one place, and that are put into one action
MAX_LOOKED: Final = 500  # actions that are passed over for one that stands on a line
MAX_DEPTH: Final = 200  # blocks in blocks

_OPENS: Final = re.compile(r"(if|with|range|define|block)\b\s*(.*)", re.DOTALL)
_ELSE: Final = re.compile(r"else\b\s*(?:(if|with)\b\s*(.*))?", re.DOTALL)
_END: Final = re.compile(r"end\b")
_ASSIGNED: Final = re.compile(r"\$(\w+)\s*(?:,\s*\$(\w+)\s*)?(:?=)\s*(.*)", re.DOTALL)
_PATH: Final = re.compile(r"\$?(?:\.[A-Za-z_]\w*)+")
_TOKEN: Final = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.)*"|`[^`]*`)
      | (?P<variable>\$\w+)(?P<rest>(?:\.\w+)*)
      | (?P<root>\$(?:\.\w+)*)
      | (?P<call>\b(?:include|template|tpl)\s+(?:"[^"]*"|\S+)\s+\.(?=[\s)]|$))
      | (?P<field>(?<![\w)\]])\.(?:[A-Za-z_]\w*(?:\.\w+)*)?)
      | [^"`$.]+ | .""",
    re.VERBOSE | re.DOTALL,
)
_PUT: Final = re.compile(r"((?:include|template)\b.*?)\s*\|\s*n?indent\s+(\d+)", re.DOTALL)
_SIMPLE: Final = re.compile(r"\$?[\w.]+|\"[^\"]*\"")


@dataclass(frozen=True, slots=True)
class Scope:
    """The dot ("" for the root's) and the variables at one action."""

    dot: str = ""
    variables: dict[str, str] = field(default_factory=dict)

    def fields(self, body: str) -> str:
        """An action's body with the dot put in."""
        return _put_in(body, self.dot, None) if self.dot else body

    def whole(self, body: str) -> str:
        """Likewise, and with the variables put in."""
        if "$" not in body or body.count("$") > MAX_VARIABLES:
            return self.fields(body)
        return _put_in(body, self.dot, self.variables)


class Scopes:
    """The scopes of a text's actions."""

    def __init__(self, actions: Sequence[Action], lines: Sequence[int], text: str = "") -> None:
        """`lines` are those on which the actions begin; `text` is only asked by `put_under`."""
        self._rows = text.split("\n") if actions else []
        self._bodies = [action.body for action in actions]
        self._lines = lines
        self.at = _scopes(actions)  # one an action

    def expand(self, text: str, line: int) -> str:
        """A text that begins on a line, with the dots and variables of its actions put in."""
        pieces: list[str] = []
        done = 0
        k = bisect.bisect_left(self._lines, line)
        for action in actions_of(text):
            last = min(len(self.at), k + MAX_LOOKED)
            while k < last and self._bodies[k] != action.body:
                k += 1
            if k >= last:
                return text
            pieces += [text[done : action.start], "{{ ", self.at[k].whole(action.body), " }}"]
            done = action.end
            k += 1
        return "".join(pieces) + text[done:] if pieces else text

    def put_under(self, line: int) -> list[str]:
        """The named templates whose lines become the mapping of the key on a line, as actions."""
        found = []
        indent = _indent(self._rows[line - 1]) if line <= len(self._rows) else 0
        k = bisect.bisect_right(self._lines, line)
        for number in range(line, len(self._rows)):
            row = self._rows[number]
            if row.strip() and not row.lstrip().startswith("{{") and _indent(row) <= indent:
                break
            while k < len(self._lines) and self._lines[k] == number + 1:
                put = _PUT.fullmatch(self._bodies[k])
                if put and int(put[2]) > indent:
                    found.append(f"{{{{ {self.at[k].whole(put[1])} }}}}")
                k += 1
        return found


def _indent(row: str) -> int:
    """The column of a line's first word, behind the dashes of a list."""
    return len(row) - len(row.lstrip(" -"))


def _scopes(actions: Sequence[Action]) -> list[Scope]:
    found: list[Scope] = []
    now = Scope()
    outer: list[Scope] = []
    for action in actions:
        body = action.body
        found.append(now)
        if _END.match(body):
            now = outer.pop() if outer else Scope()
        elif other := _ELSE.match(body):
            now = outer[-1] if outer else now
            if other[1] == "with":
                now = _inside("with", other[2], now)
        elif opens := _OPENS.match(body):
            if len(outer) < MAX_DEPTH:
                outer.append(now)
                now = _inside(opens[1], opens[2], now)
        elif assigned := _ASSIGNED.match(body):
            now = _assign(assigned, now)
    return found


def _inside(word: str, rest: str, around: Scope) -> Scope:
    """The scope of a block's content."""
    if word in {"define", "block"}:
        return Scope()
    variables = around.variables
    assigned = _ASSIGNED.match(rest)
    if assigned:
        value = around.whole(assigned[4]).strip()
        names = [name for name in (assigned[1], assigned[2]) if name]
        known = word != "range" and len(value) <= MAX_EXPRESSION
        variables = variables | dict.fromkeys(names, value if known else UNKNOWN)
        rest = assigned[4]
    if word == "if":
        return Scope(around.dot, variables)
    if word == "range":
        return Scope(UNKNOWN, variables)
    dot = around.whole(rest).strip()
    return Scope(dot if _PATH.fullmatch(dot) else UNKNOWN, variables)


def _assign(assigned: re.Match[str], now: Scope) -> Scope:
    if len(now.variables) >= MAX_VARIABLES and assigned[1] not in now.variables:
        return now
    value = now.whole(assigned[4]).strip()
    if assigned[3] == "=" or len(value) > MAX_EXPRESSION:
        value = UNKNOWN
    return Scope(now.dot, now.variables | {assigned[1]: value})


def _put_in(body: str, dot: str, variables: dict[str, str] | None) -> str:
    def one(match: re.Match[str]) -> str:
        if match["variable"] and variables is not None:
            value = variables.get(match["variable"][1:], match["variable"])
            rest = match["rest"]
            if rest:
                return value + rest if _PATH.fullmatch(value) else UNKNOWN + rest
            return value if _SIMPLE.fullmatch(value) else f"({value})"
        if (
            match["field"]
            and dot
            and not match["field"].startswith((".Values", ".Release", ".Chart", ".Capab"))
        ):
            return dot + (match["field"] if match["field"] != "." else "")
        return match[0]

    return _TOKEN.sub(one, body)
