"""`macro_rules!` as the language has them: what a rule's pattern takes, and what the rule then makes.

Only tokens are looked at. A rule that this does not know how to read makes nothing, and what a file
may make is limited, so that no macro runs away. Called by `rust_expansion`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from xray_graph.parse.languages.rust_fragments import FRAGMENTS, SCANNING
from xray_graph.parse.languages.rust_text import Text, TooMuchError, Writer
from xray_graph.parse.languages.rust_tokens import Token

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_STEPS: Final = 100_000  # tokens and pieces of a file's macros that are looked at
MAX_MADE: Final = 400_000  # bytes that they make
STEPS: Final = 50  # that an invocation counts for at least

_REPEATS: Final = frozenset({b"*", b"+", b"?"})


class NotReadError(Exception):
    """A rule has something that is not known here."""


@dataclass(frozen=True, slots=True)
class Variable:
    name: bytes
    fragment: bytes  # b"" where it is used


@dataclass(frozen=True, slots=True)
class Group:
    opening: bytes
    inner: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    inner: tuple[Part, ...]
    between: bytes
    how: bytes  # "*" "+" "?"
    names: frozenset[bytes]


@dataclass(frozen=True, slots=True)
class Rounds:
    """What a variable in a repetition stands for, once a round, with the arguments of that round."""

    rounds: list[tuple[tuple[int, int], Value]]


# Of a pattern: tokens and groups. Of what a rule makes: texts.
Part: TypeAlias = "Token | bytes | Variable | Group | Repeat"
Value: TypeAlias = "Sequence[Token] | Rounds"
Values: TypeAlias = "dict[bytes, Value]"


@dataclass(frozen=True, slots=True)
class Rule:
    pattern: tuple[Part, ...]
    made: tuple[Part, ...]


def rules(data: bytes, found: Sequence[Token]) -> list[Rule]:
    """The rules in the braces of a definition, up to the first that is not known here."""
    known: list[Rule] = []
    for k in range(0, len(found) - 2, 4):
        pattern, arrow, made = found[k : k + 3]
        if pattern.kind != "group" or arrow.text != b"=>" or made.kind != "group":
            break
        try:
            texts: list[Part] = []
            end = _texts(data, made.inner, made.start + 1, texts)
            texts.append(data[end : made.end - 1])
            known.append(Rule(_parts(pattern.inner), tuple(texts)))
        except NotReadError:
            break
    return known


def _parts(found: Sequence[Token]) -> tuple[Part, ...]:
    """What a pattern takes."""
    parts: list[Part] = []
    at = 0
    while at < len(found):
        one = found[at]
        if one.text != b"$" or one.kind != "sign":
            parts.append(Group(one.text, _parts(one.inner)) if one.kind == "group" else one)
            at += 1
        elif at + 1 < len(found) and found[at + 1].text == b"(":
            inner = _parts(found[at + 1].inner)
            between, how, at = _repetition(found, at + 2)
            parts.append(Repeat(inner, between, how, _names(inner)))
        elif at + 3 < len(found) and found[at + 2].text == b":":
            parts.append(Variable(found[at + 1].text, found[at + 3].text))
            at += 4
        else:
            raise NotReadError
    return tuple(parts)


def _texts(data: bytes, found: Sequence[Token], start: int, parts: list[Part]) -> int:
    """What a rule makes, as texts with variables between them; back comes where the last text begins."""
    at = 0
    while at < len(found):
        one = found[at]
        at += 1
        if one.kind == "group":
            start = _texts(data, one.inner, start, parts)
        if one.text != b"$" or one.kind != "sign":
            continue
        name = found[at] if at < len(found) else None
        if name is None or (name.kind != "word" and name.text != b"("):
            raise NotReadError
        parts.append(data[start : one.start])
        at += 1
        if name.kind == "group":
            inner: list[Part] = []
            end = _texts(data, name.inner, name.start + 1, inner)
            inner.append(data[end : name.end - 1])
            between, how, at = _repetition(found, at)
            parts.append(Repeat(tuple(inner), between, how, _names(inner)))
        elif name.text == b"crate":
            parts.append(b"crate")
        else:
            parts.append(Variable(name.text, b""))
        start = found[at - 1].end
    return start


def _repetition(found: Sequence[Token], at: int) -> tuple[bytes, bytes, int]:
    """The separator and the sign of a repetition, and where it ends."""
    signs = [one.text for one in found[at : at + 2]]
    if signs and signs[0] in _REPEATS and not (len(signs) > 1 and signs[1] in _REPEATS and signs[0] != b"?"):
        return b"", signs[0], at + 1
    if len(signs) > 1 and signs[1] in _REPEATS:
        touches = signs[0] not in _REPEATS or found[at].end == found[at + 1].start
        return (signs[0], signs[1], at + 2) if touches else (b"", signs[0], at + 1)
    raise NotReadError


def _names(parts: Sequence[Part]) -> frozenset[bytes]:
    found: set[bytes] = set()
    for one in parts:
        if isinstance(one, Variable):
            found.add(one.name)
        elif isinstance(one, Repeat):
            found |= one.names
        elif isinstance(one, Group):
            found |= _names(one.inner)
    return frozenset(found)


class Expander:
    """Expands the invocations of one file, as long as they make no more than the limits."""

    def __init__(self) -> None:
        self._steps = 0
        self._size = 0

    def expand(
        self, known: Sequence[Rule], source: Text, given: Sequence[Token], place: tuple[int, int]
    ) -> Text | None:
        """What the first rule that takes the arguments makes of them. Raises TooMuchError.

        `source` is the text of the arguments; `place` holds the bytes of the file that stand for all that
        no round of them stands for.
        """
        self.step(STEPS + len(given))
        for rule in known:
            values: Values = {}
            try:
                if self._match(rule.pattern, given, 0, values) == len(given):
                    writer = Writer(MAX_MADE - self._size)
                    self._make(rule.made, values, place, source, writer)
                    text = writer.text()
                    self._size += len(text.data)
                    return text
            except NotReadError:
                break
        return None

    def step(self, steps: int = 1) -> None:
        """Count what was looked at. Raises TooMuchError."""
        self._steps += steps
        if self._steps > MAX_STEPS:
            raise TooMuchError

    # --- taking -----------------------------------------------------------------------------------

    def _match(self, parts: Sequence[Part], given: Sequence[Token], at: int, values: Values) -> int:
        """Where the tokens end that the parts take from `at` on; -1 where they take none."""
        for part in parts:
            self.step()
            if isinstance(part, Repeat):
                at = self._rounds(part, given, at, values)
            elif isinstance(part, Variable):
                fragment = FRAGMENTS.get(part.fragment)
                if fragment is None:
                    raise NotReadError
                end = fragment(given, at)
                self.step((end if end >= 0 else len(given)) - at if part.fragment in SCANNING else 0)
                values[part.name] = given[at:end] if end >= 0 else ()
                at = end
            elif at >= len(given):
                return -1
            elif isinstance(part, Group):
                one = given[at]
                if one.kind != "group" or one.text != part.opening:
                    return -1
                if self._match(part.inner, one.inner, 0, values) != len(one.inner):
                    return -1
                at += 1
            elif isinstance(part, Token):
                at = at + 1 if given[at].text == part.text and given[at].kind == part.kind else -1
            if at < 0:
                return -1
        return at

    def _rounds(self, part: Repeat, given: Sequence[Token], at: int, values: Values) -> int:
        rounds: list[tuple[tuple[int, int], Values]] = []  # first and last byte of the source's, and values
        while at < len(given) and not (part.how == b"?" and rounds):
            begin = at
            if rounds and part.between:
                if given[at].text != part.between:
                    break
                begin += 1
            inner: Values = {}
            end = self._match(part.inner, given, begin, inner)
            if end <= begin:
                break
            rounds.append(((given[begin].start, given[end - 1].end), inner))
            at = end
        if part.how == b"+" and not rounds:
            return -1
        for name in part.names:
            values[name] = Rounds([(place, inner[name]) for place, inner in rounds])
        return at

    # --- making -----------------------------------------------------------------------------------

    def _make(
        self, parts: Sequence[Part], values: Values, place: tuple[int, int], source: Text, writer: Writer
    ) -> None:
        for part in parts:
            self.step()
            if isinstance(part, bytes):
                writer.stated(part, place)
            elif isinstance(part, Variable):
                given = values.get(part.name)
                if given is None or isinstance(given, Rounds):
                    raise NotReadError
                if given:
                    documents = len(given) == 1 and given[0].kind == "doc"
                    writer.written(source, given[0].start, given[-1].end, documents=documents)
            elif isinstance(part, Repeat):
                self._make_rounds(part, values, source, writer)

    def _make_rounds(self, part: Repeat, values: Values, source: Text, writer: Writer) -> None:
        used = {name: given for name in part.names if isinstance(given := values.get(name), Rounds)}
        counts = {len(given.rounds) for given in used.values()}
        if len(counts) != 1:
            raise NotReadError
        for k in range(counts.pop()):
            spans = [given.rounds[k][0] for given in used.values()]
            place = source.place(min(start for start, _ in spans), max(end for _, end in spans))
            inner = values | {name: given.rounds[k][1] for name, given in used.items()}
            if k:
                writer.stated(part.between, place)
            writer.line()
            self._make(part.inner, inner, place, source, writer)
