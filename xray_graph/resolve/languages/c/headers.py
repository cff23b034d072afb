"""Include folders that a build has and no file states: a hand-made `configure`, an IDE, a script.

Whoever compiles `#include <core.h>` finds it, in the repository or in the system. A folder counts as one
that the build looks into when three headers of it at least are included by a path that ends in exactly
one file of the repository, in quotes from elsewhere or in angle brackets, which do not look beside the
file. None of the folder's headers may be called as one of the system is: a folder of such stands in for
the system where it lacks them. It is the includes of many files that show it, never one name. Called by
`includes`.
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Final

from xray_graph.resolve.project import HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

INCLUDES: Final = ("include", "system")  # kinds of import
ENOUGH: Final = 3
# C, POSIX, and what Linux and other systems have that programs bring along for those without.
SYSTEM: Final = frozenset(
    f"{name}.h"
    for name in """
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign
    stdarg stdatomic stdbit stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time
    uchar wchar wctype aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen
    monetary mqueue ndbm netdb nl_types poll pthread pwd regex sched semaphore spawn strings stropts
    syslog tar termios ulimit unistd utime utmpx wordexp alloca byteswap endian execinfo fts getopt
    ifaddrs malloc mntent pty resolv stdio_ext sysexits termio ucontext utmp windows winsock2 ws2tcpip
    conio
    """.split()  # noqa: SIM905 - read best as a text
)
# Folders of what other systems compile.
_ELSEWHERE: Final = frozenset(
    """
    win32 win64 windows win winnt mingw mingw32 msvc cygwin darwin macos macosx osx apple ios android
    solaris sunos aix hpux freebsd openbsd netbsd dragonfly haiku os2 amiga vms wasm
    """.split()  # noqa: SIM905 - as above
)


class Headers:
    """Where the includes of the whole repository show that headers lie."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._world = project.world

    def contribute(self, view: FileView) -> Iterator[tuple[Key, int]]:
        """Which headers a file asks for."""
        asked = dict.fromkeys((one.kind.partition(" ")[0], one.module) for one in view.facts.imports)
        for kind, module in asked:
            if kind in INCLUDES:
                yield ("c.asks", kind, module), HEADER
        for base in dict.fromkeys(posixpath.basename(module) for kind, module in asked if kind in INCLUDES):
            yield ("c.asks", base), HEADER

    def find(self, folder: str, module: str) -> str | None:
        """The file that an include from `folder` names, when its place is shown by other includes."""
        path = self._only(folder, module)
        if path is None or posixpath.normpath(module) != module:
            return None
        return path if self._is_shown(path.removesuffix(module), posixpath.dirname(module)) else None

    def _only(self, folder: str, module: str) -> str | None:
        """The one file whose path ends in `module`; of twins, the one for the system that `folder` is for."""
        found = [
            p for p in self._project.files_called(posixpath.basename(module)) if p.endswith("/" + module)
        ]
        if len(found) > 1:
            here = _ELSEWHERE.intersection(folder.split("/"))
            found = [p for p in found if _ELSEWHERE.intersection(p.split("/")) == here]
        return found[0] if len(found) == 1 else None

    def _is_shown(self, root: str, inner: str) -> bool:
        key = ("c.shown", root, inner)
        return self._world.derive(key, lambda: self._read_shown(root, inner), unknown=False)

    def _read_shown(self, root: str, inner: str) -> bool:
        """Whether enough headers in `root`, asked for below `inner`, are found nowhere else."""
        folder = posixpath.join(root, inner).rstrip("/")
        asked = 0
        for path in self._project.files_in(folder):
            base = posixpath.basename(path)
            if base in SYSTEM:
                return False
            module = posixpath.join(inner, base)
            asked += self._is_asked(folder, module) and self._only(folder, module) == path
        return asked >= ENOUGH

    def _is_asked(self, folder: str, module: str) -> bool:
        if self._world.get(("c.asks", "system", module)):
            return True
        askers = self._world.get(("c.asks", "include", module))
        return any(posixpath.dirname(asker) != folder for asker, _ in askers)
