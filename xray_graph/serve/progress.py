"""How far a build is, in a few words, for answers that are given meanwhile. A Reporter (see `report`)."""

from __future__ import annotations

from xray_graph.model import Diagnostic, Skip
from xray_graph.report import Reporter, Silent


class Progress:
    """Remembers the stage at work and passes everything on."""

    def __init__(self, to: Reporter | None = None) -> None:
        self._to: Reporter = to or Silent()
        self._now: tuple[str, int | None, int] = ("", None, 0)  # stage, steps ahead, steps done

    def __str__(self) -> str:
        """`parse 120 of 900`; empty before the first stage and after the last."""
        name, total, done = self._now
        return f"{name} {done} of {total}" if name and total else name

    def stage(self, name: str, total: int | None = None) -> None:
        self._now = name, total, 0
        self._to.stage(name, total)

    def advance(self, steps: int = 1) -> None:
        name, total, done = self._now
        self._now = name, total, done + steps
        self._to.advance(steps)

    def note(self, message: str, *, where: str = "", hint: str = "") -> None:
        self._to.note(message, where=where, hint=hint)

    def skip(self, skip: Skip) -> None:
        self._to.skip(skip)

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None:
        self._to.diagnostic(path, diagnostic)

    def end(self) -> None:
        """Nothing is being built any more."""
        self._now = "", None, 0
