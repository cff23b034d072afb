from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Generic, Optional, TypeVar, Union, cast, overload

from models import Item, Line, Money, Pair, User

T = TypeVar("T")
Either = Union[Item, "User"]


def declared(a: Item, b: Optional[Item], c: "Item | None", d: Item | User, e: Either, *rest: Item, **named: Item):
    a.price()  # -> models.py::Item.price [receiver]
    b.price()  # -> models.py::Item.price
    c.price()  # -> models.py::Item.price
    d.price()  # -> models.py::Item.price
    e.name()  # -> models.py::User.name
    rest[0].price()  # -> models.py::Item.price
    named["x"].price()  # -> models.py::Item.price
    a.price().round()  # -> models.py::Item.price, models.py::Money.round
    a.owner.name()  # -> models.py::User.name [field]


def fields(line: Line):
    line.item.price()  # -> models.py::Item.price [field]
    line.others[0].price()  # -> models.py::Item.price
    for one in line.others:
        one.price()  # -> models.py::Item.price
    for name, item in line.by_name.items():
        name.price()  # -> nothing
        item.price()  # -> models.py::Item.price
    line.by_name.get("x").price()  # -> models.py::Item.price
    sorted(line.others, key=lambda i: i.price())  # -> models.py::Item.price
    first, *others = line.others
    others[0].price()  # -> models.py::Item.price


def tuples(pair: Pair):
    item, user = pair
    user.name()  # -> models.py::User.name
    item.price()  # -> models.py::Item.price


def narrowed(x, y: Item | User):
    if isinstance(x, Item):
        x.price()  # -> models.py::Item.price
        x.name()  # -> nothing
    if not isinstance(y, User):
        return
    y.name()  # -> models.py::User.name
    assert isinstance(x.part, (Item, User))
    x.part.name()  # -> models.py::User.name


def first(items: list[T]) -> T: ...


class Box(Generic[T]):
    def __init__(self, held: T):
        self.held = held

    def get(self) -> T: ...


def generics(items: list[Item], box: Box[User]):
    first(items).price()  # -> ::first, models.py::Item.price
    box.get().name()  # -> ::Box.get, models.py::User.name
    box.held.name()  # -> models.py::User.name
    Box(Item()).get().price()  # -> ::Box, models.py::Item, ::Box.get, models.py::Item.price


@overload
def pick(key: str) -> Item: ...
@overload
def pick(key: int) -> User: ...
def pick(key): ...


def overloads():
    pick("a").price()  # -> ::pick(_), models.py::Item.price
    pick(1).name()  # -> ::pick(_), models.py::User.name


@contextlib.contextmanager
def opened() -> Iterator[Item]: ...


class Manager:
    def __enter__(self) -> User: ...


def inferred():
    return Item()  # -> models.py::Item


def managers():
    with opened() as item, Manager() as user:  # -> ::opened, ::Manager
        item.price()  # -> models.py::Item.price
        user.name()  # -> models.py::User.name
    inferred().price()  # -> ::inferred, models.py::Item.price
    cast(User, item).name()  # -> models.py::User.name


async def later() -> Item: ...


async def waits():
    (await later()).price()  # -> ::later, models.py::Item.price


def callables(make: Callable[[], Item], kind: type[User]):
    make().price()  # -> models.py::Item.price
    kind().name()  # -> models.py::User.name


def branches(flag, x):
    if flag:
        y = Item()  # -> models.py::Item
    else:
        y = Line()  # -> models.py::Line
    y.price()  # -> models.py::Item.price
    y = User()  # -> models.py::User
    y.name()  # -> models.py::User.name
    (x or Item()).price()  # -> models.py::Item, models.py::Item.price
    x.price()  # -> nothing


def match(x):
    match x:
        case Item():
            x.price()  # -> models.py::Item.price
        case User() as user:
            user.name()  # -> models.py::User.name
