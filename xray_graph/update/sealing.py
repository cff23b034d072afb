"""To whom the snapshots of a live map are sealed: never to nobody, once a sealed one was seen.

A map that was read encrypted is encrypted again to the own public key of the identity that opens it, with
whoever else is named. Where that key is not known the map is kept in memory and what is on the disk stays.
Called by `flusher`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xray_graph.errors import SealError, XrayError
from xray_graph.snapshot import Opening
from xray_graph.snapshot.header import is_sealed
from xray_graph.snapshot.place import FileBlob

if TYPE_CHECKING:
    from xray_graph.snapshot.seal import Keys


class Sealed(NamedTuple):
    """For whom to seal, and whether an unchanged map may stay sealed to others."""

    recipients: tuple[str, ...]
    any_recipients: bool
    keys: Keys | None


class Sealing:
    """What is known of the files of one live map. For one thread at a time."""

    def __init__(self, opening: Opening) -> None:
        self._opening = opening
        self._own: dict[Path, tuple[str, ...]] = {}  # files that were seen sealed → own public keys

    def see(self, path: Path) -> None:
        """Look whether a sealed map lies here, and remember that it did."""
        if self._own.get(path):
            return
        if path.is_file():
            with FileBlob(path) as blob:
                if not is_sealed(blob):
                    return
            self._own[path] = self._opened_by(path)

    def to(self, path: Path, given: Sequence[str]) -> Sealed:
        """How to write this file; `given` are the recipients that the settings name.

        Raises:
            SealError: a sealed map lies or lay here, and no key tells to whom it is to be sealed.
        """
        self.see(path)
        own = self._own.get(path)
        if own is None:
            return Sealed(tuple(given), any_recipients=False, keys=self._opening.keys)
        if not own:
            raise SealError(
                "the map is sealed, and no key here has a public key to seal it to again",
                where=str(path),
                hint="give the age key that opens it with --snapshot-key FILE; nothing was written",
            )
        return Sealed((*own, *given), any_recipients=not given, keys=self._opening.keys)

    def _opened_by(self, path: Path) -> tuple[str, ...]:
        from xray_graph.snapshot import seal

        try:
            keys = seal.read_keys() if self._opening.keys is None else self._opening.keys
            fitting = seal.opened_by(path, keys) if keys else keys
        except XrayError:  # damaged, or no key at all
            return ()
        return tuple(dict.fromkeys(key.recipient for key in fitting.held if key.recipient))
