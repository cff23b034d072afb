from typing import TypeVar

T = TypeVar("T")


class Graph:
    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def add(self): ...


class Text(str):
    def __new__(cls, text):
        made = str.__new__(cls, text)
        made.mark()  # -> ::Text.mark
        return made

    def mark(self): ...


class Pair(tuple):
    def __new__(cls, left, right):
        made = super().__new__(cls, (left, right))
        made.swap()  # -> ::Pair.swap
        return made

    def swap(self): ...


Graph().add()  # -> ::Graph, ::Graph.add
Text("a").mark()  # -> ::Text, ::Text.mark
Pair(1, 2).swap()  # -> ::Pair, ::Pair.swap


class Registry(type):
    def open(cls: type[T], *args: object) -> T:
        return super().__call__(*args)

    def count(cls): ...


class Shop(metaclass=Registry):
    def sell(self): ...


class Stall(Shop): ...


Shop.open("a").sell()  # -> ::Registry.open, ::Shop.sell
Stall.open().sell()  # -> ::Registry.open, ::Shop.sell
Stall.count()  # -> ::Registry.count
Stall().count()  # -> ::Stall
