"""Memory that is let go of, given back to the system: what the C library is asked for, where it can be.

glibc keeps what is freed, a heap for every few threads, and once a large block was freed takes others of its
size from those heaps, where small ones hold them fast. A build lets go of the most of what it holds before it
makes words and vectors: with large blocks apart its peak was 388 MB in place of 417 (2,936 files). Over maps
that are opened and put away by several threads the heaps make twice what the open ones need: 192 MB of which
148 were in use, 147 with one heap that is trimmed, at the same processor time (16 maps of 5,000 nodes, 400
questions). Elsewhere than on glibc nothing is asked, and nothing is missing.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Final

_TRIM_THRESHOLD: Final = -1  # glibc's M_TRIM_THRESHOLD
_MMAP_THRESHOLD: Final = -3  # its M_MMAP_THRESHOLD
_ARENA_MAX: Final = -8  # its M_ARENA_MAX
_LARGE_BYTES: Final = 1 << 23


def use_one_heap() -> None:
    """From now on; before threads are started."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def keep_large_apart() -> None:
    """Blocks of 8 MB and more lie outside the heaps from now on, and go back when they are freed."""
    with contextlib.suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        library.mallopt(_TRIM_THRESHOLD, 4 * _LARGE_BYTES)  # else what is freed goes back bit by bit


def give_back() -> None:
    """What is free. Takes some milliseconds, in which other threads run."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
