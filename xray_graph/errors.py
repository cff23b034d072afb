"""The error tree and the exit codes. Imports nothing of the house.

XrayError                    1  what was wrong, where, what to do next
├── UsageError               2  the call itself is wrong: a bad flag, an empty query
├── BuildError               1  nothing could be built
│   └── GraphError              a taken name, an edge without its node
├── NotFoundError            1  unknown label, node, reference
├── ServerError              1  port in use, server not there
├── EmbeddingError           1  the endpoint answered something unusable
├── RegistryError            1  the registry is not there, or answered something unusable
└── RefusedError             4  key, digest, version, access
    ├── FormatError             not a snapshot, damaged, or a newer format
    ├── ImageError              no image of maps, another digest, an unsafe name, no signature that fits
    ├── SealError               no key, wrong key, damaged seal
    └── AccessError             host, origin or token
"""

from __future__ import annotations

import enum


class ExitCode(enum.IntEnum):
    """What a command ends with."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    PARTIAL = 3  # done, but files were partial or skipped and --strict was given
    REFUSED = 4


class XrayError(Exception):
    """Base of every error that a user can meet.

    `message` says what was wrong, `where` (a path, a flag, an address) and `hint` (what to do next)
    are kept apart, so that the command line, HTTP and MCP can each lay them out.
    """

    exit_code = ExitCode.FAILED

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.hint = hint

    @property
    def advice(self) -> str:
        """What was wrong and what to do next, where the place is told already."""
        return f"{self.message}; {self.hint}" if self.hint else self.message

    def __str__(self) -> str:
        text = f"{self.where}: {self.message}" if self.where else self.message
        return f"{text}; {self.hint}" if self.hint else text


class UsageError(XrayError):
    exit_code = ExitCode.USAGE


def unreadable(error: OSError, where: object) -> UsageError:
    """What to say of a file of settings, keys or the like that cannot be read."""
    hint = "name a file that is there and that you may read"
    return UsageError(f"cannot be read: {error.strerror or error}", where=str(where), hint=hint)


class BuildError(XrayError):
    pass


class GraphError(BuildError):
    pass


class NotFoundError(XrayError):
    """`nearest` holds the names that come closest."""

    def __init__(
        self, message: str, *, where: str = "", hint: str = "", nearest: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, where=where, hint=hint)
        self.nearest = nearest


class ServerError(XrayError):
    pass


class EmbeddingError(XrayError):
    pass


class RegistryError(XrayError):
    pass


class RefusedError(XrayError):
    exit_code = ExitCode.REFUSED


class FormatError(RefusedError):
    pass


class ImageError(RefusedError):
    pass


class SealError(RefusedError):
    pass


class AccessError(RefusedError):
    pass
