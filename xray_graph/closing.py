"""What holds a file, a process or a connection open, and is closed at the end of a `with`.

A base of the few classes that do. What closing means is each one's own; closing twice is no fault.
"""

from __future__ import annotations

import abc
from types import TracebackType
from typing import Self


class Closing(abc.ABC):
    """Closed where the `with` ends, whatever came of it."""

    __slots__ = ()

    @abc.abstractmethod
    def close(self) -> None:
        """Let go of what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
