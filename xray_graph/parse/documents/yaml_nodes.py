"""The nodes of a YAML tree, and a walk over them that ends. Made by `yaml_tree`, read by the formats.

An anchor and its aliases are one node, so a tree may hold a node many times, also inside itself: whoever
walks one counts what he visits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

MAX_VISITED: Final = 200_000  # nodes that a walk over one document looks at, aliases counted each time


class Scalar:
    """A scalar: its text and its lines."""

    __slots__ = ("end_line", "line", "plain", "tag", "text")

    def __init__(self, text: str, line: int, end_line: int, tag: str, *, plain: bool) -> None:
        self.text = text
        self.line = line
        self.end_line = end_line
        self.tag = tag  # as it is written, `!Ref`; "" when there is none
        self.plain = plain  # whether no quotes and no block mark stand around it


class Sequence:
    """A sequence."""

    __slots__ = ("end_line", "items", "line")

    def __init__(self, line: int) -> None:
        self.line = line
        self.end_line = line
        self.items: list[Node] = []


class Mapping:
    """A mapping, by the text of its keys. A key that is no scalar is left out with what it leads to.

    `end_line` is that of its last value; `own`, `sources` and `merged` are about `<<`.
    """

    __slots__ = ("end_line", "entries", "line", "merged", "others")

    def __init__(self, line: int) -> None:
        self.line = line
        self.end_line = line
        self.entries: dict[str, tuple[Scalar, Node]] = {}
        self.merged: list[Node] = []  # what `<<` leads to, in order
        self.others: list[tuple[Scalar, Node]] = []  # entries of a key again: the other arm of a condition

    def get(self, *keys: str) -> Node | None:
        """What is found along these keys; keys of merged mappings count where there is no own one."""
        found: Node | None = self
        for key in keys:
            if not isinstance(found, Mapping):
                return None
            found = found.own(key)
        return found

    def own(self, key: str) -> Node | None:
        """What a key leads to here, else in what is merged."""
        entry = self.entries.get(key)
        if entry is not None or not self.merged:
            return entry[1] if entry is not None else None
        found = (one.entries.get(key) for one in self.chain())
        return next((entry[1] for entry in found if entry is not None), None)

    def chain(self) -> list[Mapping]:
        """This mapping and all that are merged into it, nearest first, each once."""
        found, seen = [self], {id(self)}
        for one in found:  # grows while it is walked
            for other in one.sources():
                if id(other) not in seen:
                    seen.add(id(other))
                    found.append(other)
        return found

    def text(self, *keys: str) -> str:
        """The scalar along these keys, "" when there is none."""
        found = self.get(*keys)
        return found.text if isinstance(found, Scalar) else ""

    def mapping(self, *keys: str) -> Mapping | None:
        found = self.get(*keys)
        return found if isinstance(found, Mapping) else None

    def listed(self, *keys: str) -> list[Node]:
        """The items along these keys, none when there is no sequence."""
        found = self.get(*keys)
        return found.items if isinstance(found, Sequence) else []

    def mappings(self, *keys: str) -> list[Mapping]:
        """The items along these keys that are mappings."""
        return [item for item in self.listed(*keys) if isinstance(item, Mapping)]

    def items(self) -> Iterator[tuple[Scalar, Node]]:
        """Keys with what they lead to, in order; those of merged mappings behind."""
        if not self.merged:
            yield from self.entries.values()
            yield from self.others
            return
        seen: set[str] = set()
        for one in self.chain():
            for key, entry in one.entries.items():
                if key not in seen:
                    seen.add(key)
                    yield entry
            yield from one.others

    def key(self, name: str) -> Scalar | None:
        """The key itself, for its place."""
        entry = self.entries.get(name)
        return entry[0] if entry else None

    def every(self, key: str) -> list[Node]:
        """What a key leads to in each arm of a condition in a template."""
        found = self.own(key)
        return [] if found is None else [found, *(value for k, value in self.others if k.text == key)]

    def sources(self) -> list[Mapping]:
        found: list[Mapping] = []
        for one in self.merged:
            found += [
                m for m in (one.items if isinstance(one, Sequence) else [one]) if isinstance(m, Mapping)
            ]
        return found


Node: TypeAlias = Scalar | Sequence | Mapping


def walk(root: Node) -> Iterator[Node]:
    """Every node below and with `root`, outer before inner; at most MAX_VISITED of them."""
    todo: list[Node] = [root]
    for _ in range(MAX_VISITED):
        if not todo:
            return
        node = todo.pop()
        yield node
        if len(todo) > MAX_VISITED:
            continue  # more than will be looked at is waiting
        if isinstance(node, Mapping):
            todo += [value for _, value in reversed(list(node.items()))]
        elif isinstance(node, Sequence):
            todo += reversed(node.items)
