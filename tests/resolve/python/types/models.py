from dataclasses import dataclass
from typing import NamedTuple


class Item:
    def price(self) -> "Money": ...

    @property
    def owner(self) -> "User": ...


class Money:
    def round(self) -> "Money": ...


class User:
    def name(self): ...


@dataclass
class Line:
    item: Item
    others: list[Item]
    by_name: dict[str, Item]


class Pair(NamedTuple):
    item: Item
    user: User
