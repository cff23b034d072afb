import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Cart:
    def total(self): ...


def named(name: str) -> Callable[[F], F]: ...


def logged(level: int) -> Callable[[Callable[P, T]], Callable[P, T]]: ...


@named("cart")
def cart() -> Cart: ...


@logged(1)
def slow() -> Cart: ...


class Shop:
    def __init__(self):
        self.find = functools.cache(self._find)

    def _find(self, name: str) -> Cart: ...

    @named("take")
    def take(self) -> Cart: ...

    def use(self):
        found = self.find("a")
        found.total()  # -> ::Cart.total
        self.take().total()  # -> ::Shop.take, ::Cart.total


cart().total()  # -> ::cart, ::Cart.total
slow().total()  # -> ::slow, ::Cart.total
