from abc import ABC, abstractmethod
from typing import Self


class Base(ABC):
    def __init__(self):
        self.log = Log()

    @abstractmethod
    def draw(self): ...

    @classmethod
    def make(cls) -> Self:
        cls.check()  # -> ::Base.check
        return cls()

    @staticmethod
    def check(): ...

    def shared(self):
        self.draw()  # -> ::Base.draw dynamic
        self.log.write()  # -> ::Log.write [field]
        return self


class Log:
    def write(self): ...
