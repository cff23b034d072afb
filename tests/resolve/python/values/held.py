import functools
from functools import partial


class Box:
    def open(self): ...


class Bag:
    def open(self): ...


def make(x, y) -> Box: ...


def used(unknown):
    p = partial(make, 1)
    p()  # -> ::make [lexical]
    p().open()  # -> ::make, ::Box.open [result]
    made = functools.partial(functools.partial(Box), 1)
    made().open()  # -> ::Box, ::Box.open
    partial(unknown)()  # -> nothing


class Meta(type):
    def __call__(cls, *given) -> Bag: ...


class Single(type):
    def __call__(cls, *given):
        return super().__call__(*given)


class Made(metaclass=Meta):
    def open(self): ...


class Kept(metaclass=Single):
    def open(self): ...


def made_by_metaclasses():
    Made().open()  # -> ::Made, ::Bag.open
    Kept().open()  # -> ::Kept, ::Kept.open


class Holder:
    bound = functools.partialmethod(make, 1)

    def __init__(self, given):
        self.partial = partial(self.go)
        self.plain = self.go
        self.given = given

    def go(self):
        self.partial()  # -> ::Holder.go [lexical]
        self.plain()  # -> ::Holder.go [lexical]
        self.given()  # -> nothing
        self.bound().open()  # -> ::make, ::Box.open
