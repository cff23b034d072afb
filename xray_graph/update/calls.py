"""What became of all call sites, by language, kept up to date file by file. Immutable. Called by `state`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

OfFile: TypeAlias = tuple[str, dict[str, int]]  # language, and counts by the fields of CallCounts


class CallTotals:
    """The counts of all files."""

    def __init__(
        self, files: Mapping[str, OfFile] | None = None, totals: Mapping[str, Mapping[str, int]] | None = None
    ) -> None:
        self._files = files or {}
        self._totals = totals or {}

    def changed(self, files: Mapping[str, OfFile | None]) -> CallTotals:
        """The counts with those of some files replaced; None for a file that is gone."""
        kept = dict(self._files)
        totals = {language: dict(counts) for language, counts in self._totals.items()}
        for path, now in files.items():
            before = kept.pop(path, None)
            for one, sign in ((before, -1), (now, 1)):
                if one is not None:
                    language, counts = one
                    of_language = totals.setdefault(language, {})
                    for field, number in (("files", 1), *counts.items()):
                        of_language[field] = of_language.get(field, 0) + sign * number
            if now is not None:
                kept[path] = now
        return CallTotals(kept, {language: counts for language, counts in totals.items() if counts["files"]})

    def by_language(self) -> Iterator[tuple[str, dict[str, int]]]:
        """Languages with call sites, in order, each with its counts by the fields of CallCounts."""
        for language, counts in sorted(self._totals.items()):
            told = {field: number for field, number in counts.items() if field != "files" and number}
            if told:
                yield language, told
