"""Types that a lambda can be given as: interfaces with one abstract method, delegates, the library's own.

On `classes`. Called by the resolvers of Java and C#, and by `overloads`.
"""

from __future__ import annotations

import abc
from typing import Any

from xray_graph.resolve.languages.nominal.classes import Classes
from xray_graph.resolve.languages.nominal.types import ABSTRACT, Method, Type, substituted


class FunctionalClasses(Classes):
    """Classes, and what a lambda stands for where one of them is wanted."""

    def descriptor(self, t: Type) -> Method | None:
        """The one abstract method that a lambda given as a `t` stands for, its arguments put in."""
        if t is None:
            return None
        if t[0] == "X":
            return self._functional(t)
        if t[0] != "N":
            return None
        head = self.head(t[1], t[2])
        if head is None:
            return None
        method = self.derived(
            (self.keys["own"], t[1], t[2], "()"), lambda: self.lambda_method(t[1], t[2]), None
        )
        return None if method is None else substituted(method, self.environment(t))

    def _functional(self, t: Any) -> Method | None:
        for one in self.outside_line(t):
            known = self.library.get(one[1])
            if known is not None and known.functional:
                return substituted(known.methods[known.functional][0], self.environment(one))
        return None

    @abc.abstractmethod
    def lambda_method(self, path: str, symbol: str) -> Method | None:
        """The one abstract method of an interface, or what a delegate is called with."""

    def abstract_methods(self, path: str, symbol: str) -> list[Method]:
        """The abstract methods of an interface and of those it extends, the nearest of each kind."""
        found: list[Method] = []
        seen: set[tuple[str, int]] = set()
        for depth, one in enumerate(self.line(path, symbol)):
            if one is None:
                continue
            if one[0] == "X":
                method = self._functional(one) if one[1] != self.root else None
                own = [] if method is None else [method]
            else:
                environment = self.environment(one) if depth else {}
                own = [substituted(m, environment) for m in self.declared_methods(one[1], one[2])]
            for method in own:
                key = (method.name, len(method.parameters))
                if key not in seen and method.flags & ABSTRACT:
                    found.append(method)
                seen.add(key)
        return found

    @abc.abstractmethod
    def declared_methods(self, path: str, symbol: str) -> list[Method]:
        """All methods that an interface itself declares, those of the root class left out."""
