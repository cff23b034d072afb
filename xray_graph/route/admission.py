"""Which maps a server of many takes: those whose vectors it can compare with its questions.

Another number of dimensions is refused. Another model is taken and told once: such a map is searched by
words, and each answer says so. Asked by `stored` for every header; without dimensions all are taken.
"""

from __future__ import annotations

import logging
import threading

from xray_graph.errors import FormatError
from xray_graph.snapshot import About

_log = logging.getLogger(__name__)


class Admission:
    """What the vectors of a map must be."""

    def __init__(self, dims: int = 0, fingerprint: str = "") -> None:
        """`dims` 0 takes all; `fingerprint` is that of the server's own embedder."""
        self._dims = dims
        self._fingerprint = fingerprint
        self._told: set[str] = set()
        self._lock = threading.Lock()

    def check(self, about: About, where: str) -> None:
        """Let the map in, or not.

        Raises:
            FormatError: its vectors have another number of dimensions.
        """
        if not self._dims or not about.fingerprint:
            return
        stored = len(about.summary.vector) // 4 or about.dims
        if not self._dims == about.dims == stored:
            raise FormatError(
                f"its vectors have {about.dims} dimensions, and this server's {self._dims}",
                where=where,
                hint="build it again with the same --embedding-dims, or serve it apart",
            )
        if self._fingerprint and about.fingerprint != self._fingerprint:
            with self._lock:
                if about.fingerprint in self._told:
                    return
                self._told.add(about.fingerprint)
            _log.warning(
                "%s: embedded by %s, not by %s; such maps are searched by words", where,
                about.fingerprint, self._fingerprint,
            )  # fmt: skip
