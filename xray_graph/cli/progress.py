"""What a build says while it works: a bar on a terminal, a few plain lines anywhere else.

Both are Reporters (see `report`) and write to standard error only. A note is shown as it comes;
skips and diagnostics are counted by the report and told at the end, because there may be thousands.
"""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from xray_graph.cli import output
from xray_graph.model import Diagnostic, Skip
from xray_graph.report import Shown

if TYPE_CHECKING:
    from rich.progress import Progress

EVERY: Final = 5.0  # seconds between two plain lines of one stage


def progress(label: str) -> Shown:
    """The reporter that suits where standard error goes; `label` says which map it is about."""
    return Bar(label) if sys.stderr.isatty() else Lines(label)


def _one_line(message: str, where: str, hint: str) -> str:
    text = f"{where}: {message}" if where else message
    return f"{text} ({hint})" if hint else text


class Lines:
    """A line when a stage begins, and one each few seconds while it lasts."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._name = ""
        self._total: int | None = None
        self._done = 0
        self._next = 0.0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass

    def stage(self, name: str, total: int | None = None) -> None:
        self._name, self._total, self._done = name, total, 0
        self._next = time.monotonic() + EVERY
        output.note(f"{self._label}: {name}" + (f" ({total})" if total else ""))

    def advance(self, steps: int = 1) -> None:
        self._done += steps
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY
            of = f" of {self._total}" if self._total else ""
            output.note(f"{self._label}: {self._name} {self._done}{of}")

    def note(self, message: str, *, where: str = "", hint: str = "") -> None:
        output.note("note: " + _one_line(message, where, hint))

    def skip(self, skip: Skip) -> None:
        pass

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None:
        pass


class Bar:
    """One bar for the stage at work, gone when the build ends."""

    def __init__(self, label: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress: Progress = Progress(
            TextColumn(output.plain(label), markup=False),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True, highlight=False, markup=False),
            transient=True,
            refresh_per_second=4,
        )
        self._task = self._progress.add_task("", total=None, visible=False)

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def stage(self, name: str, total: int | None = None) -> None:
        self._progress.remove_task(self._task)
        self._task = self._progress.add_task(output.plain(name), total=total)

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)

    def note(self, message: str, *, where: str = "", hint: str = "") -> None:
        self._progress.console.print(output.plain("note: " + _one_line(message, where, hint)), soft_wrap=True)

    def skip(self, skip: Skip) -> None:
        pass

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None:
        pass
