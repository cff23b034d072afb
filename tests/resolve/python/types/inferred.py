from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Generic, ParamSpec, Protocol, Self, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Cart:
    def total(self): ...


class FromShop(Protocol[T_co, P]):
    def from_shop(self, shop, /, *args: P.args) -> T_co: ...


class Opened:
    @classmethod
    def from_shop(cls, shop) -> Self: ...

    def sell(self): ...


class Plain:
    def lend(self): ...


@overload
def build(kind: FromShop[T_co, P], shop, *args: P.args) -> T_co: ...


@overload
def build(kind: Callable[P, T_co], shop, *args: P.args) -> T_co: ...


def build(kind: Any, shop: Any, *args: Any) -> Any: ...


def run(job: Callable[P, T], *args: P.args) -> T: ...


def later(job: Callable[P, Awaitable[T]]) -> Callable[P, T]: ...


def logged(job: Callable[P, T]) -> Callable[P, T]: ...


@logged
def cart() -> Cart: ...


@later
async def slow() -> Cart: ...


class Box(Generic[T]):
    def get(self) -> T: ...


class Carts(Box[Cart]): ...


class Every:
    def __iter__(self):
        yield Cart()


class Gives(Protocol[T_co]):
    def __call__(self) -> T_co: ...


class Shop:
    def found(self, name: str) -> Cart: ...


def first(box: Box[T]) -> T: ...


def some(among: Iterable[T]) -> T: ...


def ask(one: Gives[T]) -> T: ...


def use(kept: dict[Cart, int], shop: Shop, job):
    build(Opened, None).sell()  # -> ::build(Any,Any,Any[]), ::Opened.sell
    build(Plain, None).lend()  # -> ::build(Any,Any,Any[]), ::Plain.lend
    run(cart).total()  # -> ::run, ::Cart.total
    run(Cart).total()  # -> ::run, ::Cart.total
    run(shop.found, "a").total()  # -> ::run, ::Cart.total
    run(lambda: Cart()).total()  # -> ::run, ::Cart, ::Cart.total
    run(job).total()  # -> ::run
    cart().total()  # -> ::cart, ::Cart.total
    slow().total()  # -> ::slow, ::Cart.total
    first(Carts()).total()  # -> ::first, ::Carts, ::Cart.total
    some(Every()).total()  # -> ::some, ::Every, ::Cart.total
    some(kept).total()  # -> ::some, ::Cart.total
    ask(cart).total()  # -> ::ask, ::Cart.total
    ask(Cart).total()  # -> ::ask, ::Cart.total
    ask(Every()).total()  # -> ::ask, ::Every


def awaited(among: Awaitable[T]) -> T: ...


async def carts() -> list[Cart]: ...


def wait():
    awaited(slow()).total()  # -> ::awaited, ::slow, ::Cart.total
    awaited(carts()).total()  # -> ::awaited, ::carts
    awaited(carts())[0].total()  # -> ::awaited, ::carts, ::Cart.total
