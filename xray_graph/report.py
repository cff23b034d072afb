"""How a build tells what it does, and what it has to say at its end.

`Reporter` is what every stage gets to speak to: it says so, and others show it (the command line on a
terminal, nobody in a test). `BuildReport` is the account that stays: files that are complete, partial
and skipped, each with its reason; calls that were resolved and not; and the exit code that follows.
`Recorder` is the Reporter that keeps the account and passes everything on. Not here: any output.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Final, Protocol, Self

import msgspec

from xray_graph.errors import ExitCode
from xray_graph.model import Diagnostic, Skip, SkipReason, SourceFile


class Reporter(Protocol):
    """What a stage says while it works. No method raises, and none may be called from two threads."""

    def stage(self, name: str, total: int | None = None) -> None:
        """A stage begins (and the one before has ended); `total` steps are ahead, when that is known."""

    def advance(self, steps: int = 1) -> None:
        """Steps of the present stage are done."""

    def note(self, message: str, *, where: str = "", hint: str = "") -> None:
        """Something a user should know, that is no error."""

    def skip(self, skip: Skip) -> None:
        """A path was left out. Said once a path."""

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None:
        """Something is wrong with one file, which is read nevertheless."""


class Shown(Reporter, Protocol):
    """A reporter that shows what it is told for as long as it is entered: that of one build."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Silent:
    """A Reporter that nobody listens to."""

    def stage(self, name: str, total: int | None = None) -> None: ...

    def advance(self, steps: int = 1) -> None: ...

    def note(self, message: str, *, where: str = "", hint: str = "") -> None: ...

    def skip(self, skip: Skip) -> None: ...

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None: ...


# Left out because a rule says so. The other reasons are losses: content that was meant to be read.
BY_RULE: Final = frozenset(
    {
        SkipReason.IGNORED,
        SkipReason.DEPENDENCY,
        SkipReason.BUILD_OUTPUT,
        SkipReason.BINARY,
        SkipReason.SECRET,
        SkipReason.MINIFIED,
        SkipReason.SYMLINK,
        SkipReason.OUTSIDE,
        SkipReason.SUBMODULE,
        SkipReason.NOT_CHECKED_OUT,
    }
)


class Note(msgspec.Struct, frozen=True):
    message: str
    where: str = ""
    hint: str = ""


class CallCounts(msgspec.Struct, frozen=True):
    """What became of the call sites of one language."""

    resolved: int = 0
    external: int = 0  # into something outside the repository
    dynamic: int = 0  # through a value that no declaration types
    ambiguous: int = 0
    unknown: int = 0
    builtin: int = 0  # a conversion, a function of the language: no call into any code, and not in `total`

    @property
    def total(self) -> int:
        return self.resolved + self.external + self.dynamic + self.ambiguous + self.unknown

    @property
    def rate(self) -> float | None:
        """Resolved calls among those that are not external; None when there is none."""
        inside = self.total - self.external
        return self.resolved / inside if inside else None


class BuildReport:
    """The account of one build."""

    def __init__(self, label: str = "") -> None:
        self.label = label
        self.skipped: dict[str, Skip] = {}
        self.diagnostics: dict[str, list[Diagnostic]] = {}
        self.notes: list[Note] = []
        self.calls: dict[str, CallCounts] = {}
        self.calls_by_file: dict[str, dict[str, int]] = {}  # path → reason → calls without an edge
        self.seconds: dict[str, float] = {}  # wall clock of each stage
        self._languages: dict[str, str] = {}  # path → language, of the files of the set

    def add_files(self, files: Iterable[SourceFile]) -> None:
        """Take up the files of the set: every one that has a node."""
        self._languages.update((file.path, file.language) for file in files)

    def count_calls(self, language: str, counts: CallCounts) -> None:
        self.calls[language] = counts

    def count_file(self, path: str, counts: dict[str, int]) -> None:
        """What became of the calls of one file; those with an edge are left out."""
        reasons = {reason: number for reason, number in sorted(counts.items()) if reason != "resolved"}
        if reasons:
            self.calls_by_file[path] = reasons

    @property
    def total(self) -> int:
        """How many files there are in the set."""
        return len(self._languages)

    @property
    def partial(self) -> tuple[str, ...]:
        """Files that were read, but something in them was not understood."""
        return tuple(sorted(self.diagnostics.keys() - self.skipped.keys()))

    @property
    def complete(self) -> tuple[str, ...]:
        """Files that were read and understood as a whole."""
        others = self.skipped.keys() | self.diagnostics.keys()
        return tuple(sorted(self._languages.keys() - others))

    @property
    def lost(self) -> tuple[Skip, ...]:
        """Skips that no rule asked for."""
        return tuple(skip for _, skip in sorted(self.skipped.items()) if skip.reason not in BY_RULE)

    def skips_by_reason(self) -> dict[str, int]:
        """Reason → number of paths, the most frequent first. A folder counts once."""
        counted = Counter(skip.reason.value for skip in self.skipped.values())
        return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))

    def exit_code(self, *, strict: bool = False) -> ExitCode:
        """PARTIAL when strict and a file was partial or lost, else DONE."""
        return ExitCode.PARTIAL if strict and (self.partial or self.lost) else ExitCode.DONE

    def languages(self) -> dict[str, int]:
        """Language → number of files, the most frequent first. Files without a language are left out."""
        counted = Counter(filter(None, self._languages.values()))
        return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))

    def to_json(self, *, strict: bool = False) -> dict[str, Any]:
        """The report as a JSON value: numbers first, then each path with its reason."""
        return {
            "label": self.label,
            "exit_code": int(self.exit_code(strict=strict)),
            "files": {
                "total": self.total,
                "complete": len(self.complete),
                "partial": len(self.partial),
                "skipped": len(self.skipped),
            },
            "languages": self.languages(),
            "skipped_by_reason": self.skips_by_reason(),
            "calls": {
                language: {**msgspec.structs.asdict(counts), "total": counts.total, "rate": counts.rate}
                for language, counts in sorted(self.calls.items())
            },
            "calls_by_file": self.calls_by_file,
            "partial": [
                {"path": path, "diagnostics": [msgspec.structs.asdict(one) for one in self.diagnostics[path]]}
                for path in self.partial
            ],
            "skipped": [msgspec.to_builtins(skip) for _, skip in sorted(self.skipped.items())],
            "notes": [msgspec.structs.asdict(note) for note in self.notes],
            "seconds": {name: round(seconds, 4) for name, seconds in self.seconds.items()},
        }


class Recorder:
    """A Reporter that writes into `report` and passes everything on to `to`."""

    def __init__(self, report: BuildReport, to: Reporter | None = None) -> None:
        self.report = report
        self._to: Reporter = to or Silent()
        self._stage = ""
        self._since = 0.0

    def stage(self, name: str, total: int | None = None) -> None:
        self.close()
        self._stage, self._since = name, time.perf_counter()
        self._to.stage(name, total)

    def close(self) -> None:
        """The last stage has ended."""
        if self._stage:
            spent = time.perf_counter() - self._since
            self.report.seconds[self._stage] = self.report.seconds.get(self._stage, 0.0) + spent
            self._stage = ""

    def advance(self, steps: int = 1) -> None:
        self._to.advance(steps)

    def note(self, message: str, *, where: str = "", hint: str = "") -> None:
        self.report.notes.append(Note(message, where, hint))
        self._to.note(message, where=where, hint=hint)

    def skip(self, skip: Skip) -> None:
        self.report.skipped[skip.path] = skip
        self._to.skip(skip)

    def diagnostic(self, path: str, diagnostic: Diagnostic) -> None:
        self.report.diagnostics.setdefault(path, []).append(diagnostic)
        self._to.diagnostic(path, diagnostic)
