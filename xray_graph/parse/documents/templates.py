"""Go template actions (`{{ ... }}`) in a text: where they are, and the text with them masked.

Helm templates are no YAML until they are rendered, which nothing here does. Masking keeps every position:
an action becomes as many characters as it has. One that only controls (`if`, `range`, `end`, a comment, a
variable), that stands alone on its line or makes lines of its own (`nindent`), becomes blanks; one that
stands for a value becomes FILLER, a character of Unicode's private use area, so that a scalar can tell that
it is not what it will be. What such a scalar says is then read from the text as it was written.

Blanks are harmless to a reader of YAML but for two, which `settled` takes away: those in front of what a
condition on the same line is about (they would indent it), and a blank line that is longer than the block
it begins. With them goes `{}` on a line of its own, the other arm of lines that make a mapping. It keeps
lines, and tells where a column was.

An action in a YAML comment is left alone: it may be prose about templates. One that never closes ends
with its line and is told. Pure functions over text; called by the readers of YAML and of helper files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

FILLER: Final = "\ue000"
GONE: Final = "\ue001"  # blanks that `settled` takes away
NOWHERE: Final = -1
MAX_ACTION: Final = 20_000  # characters; a longer one never closes

# One action: strings and comments may hold `}}`.
_ACTION: Final = re.compile(
    r"""\{\{(?:-(?=\s))?\s*+
        (?: /\*.*?\*/ \s*+ (?:-)? \}\}
          | (?P<body> (?> (?: "(?>(?:[^"\\\n]++|\\.)*)" | `[^`]*+` | '(?>(?:[^'\\\n]++|\\.)*)' | \}(?!\})
                   | \{(?!\{) | [^"`'{}]++ )* ) ) \}\}
        )""",
    re.VERBOSE | re.DOTALL,
)
_CONTROL: Final = re.compile(r"(?:if|else|end|range|with|define|block|break|continue)\b|\$[\w]*\s*:?=|/\*|$")
OPENS: Final = re.compile(r"(?:if|with|range|define|block)\b")
CLOSES: Final = re.compile(r"end\b")
_NO_BREAK: Final = re.compile(r"[^\n]")
_VALUE: Final = re.compile(r"\.Values((?:\.[A-Za-z_][\w-]*)+)")
_INDEXED: Final = re.compile(r'\bindex\s+\$?\.Values((?:\s+"[^"\s]+")+)')
_NAMED: Final = re.compile(r'\b(?P<how>include|template|define|block)\s+"(?P<name>[^"\n]{1,200})"')
_SPACE: Final = re.compile(r"\s+")
_OF_ROOT: Final = re.compile(r'\b(include "[^"]*") \$(?![\w.])')
_BLOCK_HEAD: Final = re.compile(r":\s+[|>][-+0-9]*\s*$")
_ELSE: Final = re.compile(r"else\b")
_LINES_OF_ITS_OWN: Final = re.compile(r"\bnindent\b")
_NOTHING: Final = re.compile(r"^[ \t]*(?:\{\}|\[\])?[ \t]*$", re.MULTILINE)
_ODD_BREAK: Final = re.compile("\r(?!\n)|[\x85\u2028\u2029]")  # a line's end to libyaml, to a file not
_INDENT: Final = 200  # characters; what stands further right is no comment of a whole line

_Span: TypeAlias = tuple[int, int, bool]  # start, end, whether it only controls


class Action(NamedTuple):
    """One action; `start` and `end` in characters, `body` without the braces, the dashes and blanks."""

    start: int
    end: int
    body: str


class Masked(NamedTuple):
    text: str  # as long as the text it was made of
    actions: tuple[Action, ...]
    unclosed: tuple[int, ...]  # where an action begins that never closes


def mask(text: str) -> Masked:
    """The text without its actions. Linear in its length."""
    actions: list[Action] = []
    unclosed: list[int] = []
    line = before = 0  # where the line of the last `{{` begins, and that `{{`
    at = text.find("{{")
    while at >= 0:
        line = max(line, text.rfind("\n", before, at) + 1)
        before = at
        if text[line : min(at, line + _INDENT)].lstrip()[:1] == "#":
            at = text.find("{{", _line_end(text, at))
            continue
        match = _ACTION.match(text, at, at + MAX_ACTION)
        if match is None:
            unclosed.append(at)
            at = text.find("{{", _line_end(text, at))
            continue
        actions.append(_action(match))
        at = text.find("{{", match.end())
    if not actions and not unclosed:
        return Masked(text, (), ())
    return Masked(_without(text, actions, unclosed), tuple(actions), tuple(unclosed))


def line_numbers(text: str, actions: Sequence[Action]) -> list[int]:
    """The lines of a text, from 1, on which its actions begin."""
    found: list[int] = []
    line, at = 1, 0
    for action in actions:
        line += text.count("\n", at, action.start)
        at = action.start
        found.append(line)
    return found


def defined(actions: Sequence[Action]) -> list[tuple[int, int]]:
    """Where the texts of the outermost `define`s begin and end: they are not put where they stand."""
    found: list[tuple[int, int]] = []
    open_: list[int] = []  # where the block's text begins, NOWHERE for one that is no `define`
    for action in actions:
        if CLOSES.match(action.body):
            start = open_.pop() if open_ else NOWHERE
            if start != NOWHERE and all(one == NOWHERE for one in open_):
                found.append((start, action.start))
        elif OPENS.match(action.body):
            open_.append(action.end if action.body.startswith("define") else NOWHERE)
    return found


def blanked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A text without these spans; lines and columns stay."""
    pieces: list[str] = []
    done = 0
    for start, end in spans:
        pieces += (text[done:start], _NO_BREAK.sub(" ", text[start:end]))
        done = end
    return "".join((*pieces, text[done:]))


def actions_of(text: str) -> Iterator[Action]:
    """The actions of a short text, one that was found to have some."""
    return (_action(match) for match in _ACTION.finditer(text))


def _action(match: re.Match[str]) -> Action:
    body = (match["body"] or "").strip()
    if body.endswith("-"):
        body = body[:-1].rstrip()
    return Action(match.start(), match.end(), body)


def _without(text: str, actions: list[Action], unclosed: list[int]) -> str:
    """The text with each action blanked or filled, line by line."""
    pieces: list[str] = []
    done = 0
    spans = sorted(
        [(a.start, a.end, bool(_CONTROL.match(a.body))) for a in actions]
        + [(at, _line_end(text, at), False) for at in unclosed]
    )
    for group in _by_line(text, spans):
        first = text.rfind("\n", done, group[0][0]) + 1 or done
        last = _line_end(text, group[-1][1])
        bounds = [first, *(at for span in group for at in span[:2]), last]
        gaps = [text[a:b] for a, b in zip(bounds[::2], bounds[1::2], strict=True)]
        leading = len(list(takewhile(_is_blank, gaps)))  # spans with nothing but blanks and spans before them
        trailing = len(list(takewhile(_is_blank, reversed(gaps))))
        # Conditions in front of a value on the same line are part of what the value is.
        values = [
            k for k, (start, end, control) in enumerate(group) if not (control or _puts(text[start:end]))
        ]
        trailing = min(trailing, len(group) - values[-1]) if values and leading == 0 else trailing
        alone = leading == len(gaps)
        other_arm = False  # whether the second of two keys on one line is being passed
        for k, (start, end, control) in enumerate(group):
            before = text[done:start]
            pieces.append(" " * len(before) if other_arm else before)
            body = text[start:end]
            if control and _ELSE.search(body) and gaps[k].rstrip().endswith(":"):
                other_arm = True
            filler = FILLER
            if alone or other_arm or _BLOCK_HEAD.search(gaps[k]):
                filler = " "
            elif control and k < leading:
                filler = GONE
            elif len(group) - 1 - k < trailing and (control or _makes_lines(body, gaps[k])):
                filler = " "
            pieces.append(_blank(body, filler))
            other_arm = other_arm and not (control and "end" in body)
            done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _puts(body: str) -> bool:
    return _LINES_OF_ITS_OWN.search(body) is not None


def _makes_lines(body: str, before: str) -> bool:
    """Whether what an action puts behind a key or a dash may stand on more lines than this one."""
    return before.rstrip().endswith((":", "-")) and _puts(body)


def settled(masked: str) -> tuple[str, dict[int, tuple[int, int]]]:
    """A masked text as YAML is read from it, line by line what it was.

    Returns:
        The text, and for each line (from 0) that lost something: from which column, and how much.
    """
    text = _ODD_BREAK.sub(" ", masked)
    moved: dict[int, tuple[int, int]] = {}
    if GONE in text:
        lines = text.split("\n")
        for number, line in enumerate(lines):
            if GONE in line:
                at = line.index(GONE)
                end = line.rindex(GONE) + 1
                rest = line[end:].lstrip(" ")
                moved[number] = (at, len(line) - at - len(rest))
                lines[number] = line[:at] + rest
        text = "\n".join(lines)
    return _NOTHING.sub("", text), moved


def _by_line(text: str, spans: list[_Span]) -> list[list[_Span]]:
    """Spans in groups that share a line."""
    groups: list[list[_Span]] = []
    for span in spans:
        if groups and "\n" not in text[groups[-1][-1][1] : span[0]]:
            groups[-1].append(span)
        else:
            groups.append([span])
    return groups


def _is_blank(text: str) -> bool:
    return not text.strip()


def _blank(text: str, filler: str) -> str:
    if "\n" not in text:
        return filler * len(text)
    return "\n".join(" " * len(part) for part in text.split("\n"))  # an action over lines is no scalar


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def tidy(text: str) -> str:
    """A text with actions in it in one form, however it is spaced: `{{ .Values.name }}-web`.

    `template "x"` and `include "x"` give the same text and become the same, whether the root is `.` or `$`.
    """
    if "{{" not in text:
        return text
    return _ACTION.sub(lambda match: "{{ " + _tidy(match["body"] or "") + " }}", text)


def written_scalar(source: str, style: str | None) -> str:
    """What a scalar of a masked text says, as it is written: quotes and the mark of a block taken off."""
    if style in {"|", ">"}:
        return source.partition("\n")[2]
    return source[1:-1] if style else source


def _tidy(body: str) -> str:
    body = _SPACE.sub(" ", body).strip()
    body = body[:-1].rstrip() if body.endswith("-") else body
    body = f"include{body[len('template') :]}" if body.startswith("template ") else body
    return _OF_ROOT.sub(r"\1 .", body)


def values(body: str) -> list[str]:
    """The keys of the chart's values that an action reads, as `image.tag`."""
    found = [match[1][1:] for match in _VALUE.finditer(body)]
    return found + [".".join(re.findall(r'"([^"]+)"', match[1])) for match in _INDEXED.finditer(body)]


def names(body: str) -> list[tuple[str, str]]:
    """(`include` | `template` | `define` | `block`, name) of the named templates in an action."""
    return [(match["how"], match["name"]) for match in _NAMED.finditer(body)]
