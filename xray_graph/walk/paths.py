r"""The names of files as text. A name in a repository is bytes; a node's name must be text.

A name that is not UTF-8 is shown with `\\xNN` for each byte that does not fit, and found again by that
spelling. Called by all of `walk`; opens nothing.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

_ESCAPED: Final = re.compile(rb"\\x([89a-f][0-9a-f])")


def shown(path: bytes) -> str:
    """The path as text."""
    return path.decode(errors="backslashreplace")


def spellings(path: str) -> tuple[bytes, ...]:
    r"""The names that may be meant by a path as `shown` gives it, the likeliest first."""
    plain = path.encode()
    meant = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), plain)
    return (plain, meant) if meant != plain else (plain,)


def lstat(root: str | Path, path: str) -> os.stat_result | None:
    """What the disk says of a path below `root`, links not followed; None when nothing is there."""
    for name in spellings(path):
        try:
            return os.lstat(os.path.join(os.fsencode(root), name))  # noqa: PTH118 - a name is bytes
        except (OSError, ValueError):
            continue
    return None


def is_text(path: bytes) -> bool:
    """Whether the name is UTF-8."""
    try:
        path.decode()
    except UnicodeDecodeError:
        return False
    return True
