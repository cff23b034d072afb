"""Reads what is told of a language's own library: types with bases, methods and results, as text.

Not a copy of the library: only what hands a program's own values on, and what overloads are chosen by. A
member that is missing here is a call outside, of which nothing more is known. The text:

    package java.util                      of the types below it
    List<E> : Collection<E>                a type and its bases; several with `; ` between them, where they
    Closeable : AutoCloseable; Flushable   have no members
      get(int) E; set(int, E) E            methods; one without a result gives nothing back
      <R> map(Function<T,R>) Stream<R>     one with type parameters of its own
      static of(E...) List<E>
    final String : CharSequence            one that nothing derives from
    ValueTuple<A x, B y>                 a tuple and the names of its members, in a language that has some
    Function<T,R> !                        a functional type: its first method is what a lambda stands for
      apply(T) R

A name in a type is a parameter, a primitive, or a type of the same text. Called by the resolvers of Java
and C#, once each.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from xray_graph.resolve.languages.nominal.types import ABSTRACT, STATIC, VARIADIC, Method, Type

if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD: Final = re.compile(r"(?:final )?([\w.]+)(?:<([\w, ]+)>)?\s*(!?)\s*(?::\s*(.+))?$")
_HEAD_NAME: Final = re.compile(r"(?:final )?([\w.]+)")
_METHOD: Final = re.compile(r"(static )?(?:<([\w, ]+)> )?(\w+)(\((.*)\))?\s*(.*)$")


class LibraryType(NamedTuple):
    name: str
    parameters: tuple[Type, ...]
    bases: tuple[Type, ...]
    methods: dict[str, tuple[Method, ...]]
    fields: dict[str, Type]
    functional: str  # the name of its one abstract method, or ""


class Library:
    """The types of one text, each read when first asked for."""

    def __init__(
        self,
        text: str,
        primitives: frozenset[str],
        aliases: Mapping[str, str] | None = None,
        tuples: str = "",
    ) -> None:
        """`aliases` are names in the text that stand for full names of others, `tuples` is that of tuples."""
        self._primitives = primitives
        self._tuples = tuples
        self._aliases = aliases or {}
        self.final: set[str] = set()  # what nothing derives from
        self._lines: dict[str, list[str]] = {}
        self._full: dict[str, str] = {}
        self._read: dict[str, LibraryType | None] = {}
        members: list[str] = []
        package = ""
        for line in text.splitlines():
            if line.startswith("package "):
                package = line.partition(" ")[2]
            elif line.startswith(" "):
                members += line.strip().split("; ")
            else:
                for head in filter(None, line.split("; ")):
                    simple = _HEAD_NAME.match(head)[1]  # type: ignore[index]  # each of our texts begins so
                    full = self._full[simple] = f"{package}.{simple}"
                    members = self._lines[full] = [head.replace(simple, full, 1)]
                    if head.startswith("final "):
                        self.final.add(full)

    def __contains__(self, name: str) -> bool:
        return name in self._lines

    def full(self, simple: str) -> str:
        """The full name of the type that is called `simple` inside its package, or ""."""
        return self._full.get(simple, "")

    def get(self, name: str) -> LibraryType | None:
        """The type of a full name."""
        if name not in self._read:
            self._read[name] = self._parse(self._lines[name]) if name in self._lines else None
        return self._read[name]

    def _parse(self, lines: list[str]) -> LibraryType:
        head = _HEAD.match(lines[0])
        assert head is not None, lines[0]
        name = head[1]
        variables: dict[str, Type] = {p: ("V", p, "", name) for p in _names(head[2])}
        bases = tuple(self.type(part, variables) for part in _split(head[4] or ""))
        methods: dict[str, tuple[Method, ...]] = {}
        fields: dict[str, Type] = {}
        for line in lines[1:]:
            found = _METHOD.match(line)
            assert found is not None, line
            if found[4] is None:
                fields[found[3]] = self.type(found[6], variables)
                continue
            method = self._method(name, found, variables)
            methods[method.name] = (*methods.get(method.name, ()), method)
        functional = next(iter(methods), "") if head[3] else ""
        if functional:
            own = methods[functional]
            methods[functional] = tuple(m._replace(flags=m.flags | ABSTRACT) for m in own)
        return LibraryType(name, tuple(variables.values()), bases, methods, fields, functional)

    def _method(self, owner: str, found: re.Match[str], outer: dict[str, Type]) -> Method:
        symbol = f"{owner}.{found[3]}"
        own: dict[str, Type] = {p: ("V", p, "", symbol) for p in _names(found[2])}
        variables = outer | own
        given = _split(found[5])
        flags = STATIC if found[1] else 0
        parameters: list[Type] = []
        for part in given:
            if part.endswith("..."):
                flags |= VARIADIC
                parameters.append(("A", self.type(part[:-3], variables)))
            else:
                parameters.append(self.type(part.removesuffix("="), variables))
        required = sum(1 for part in given if not part.endswith(("...", "=")))
        result = self.type(found[6], variables) if found[6] else None
        return Method("", symbol, found[3], flags, tuple(parameters), required, result, tuple(own.values()))

    def type(self, text: str, variables: dict[str, Type]) -> Type:
        """A type as it stands in the text."""
        text = text.strip()
        if text.endswith("[]"):
            return ("A", self.type(text[:-2], variables))
        name, _, rest = text.partition("<")
        if name in variables:
            return variables[name]
        if name in self._primitives:
            return ("B", name)
        parts = _split(rest[:-1]) if rest else []
        if parts and name == self._tuples:
            named = [part.rpartition(" ") for part in parts]
            return ("T", tuple(self.type(t, variables) for _, _, t in named), tuple(n for n, _, _ in named))
        args = tuple(self.type(part, variables) for part in parts)
        full = self._aliases.get(name) or (name if name in self._lines else self._full.get(name, name))
        return ("X", full, args)


def _names(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _split(text: str) -> list[str]:
    """The parts between commas that stand outside of brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth -= 1
        elif letter == "," and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
