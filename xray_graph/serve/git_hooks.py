"""Git hooks that tell a running server of a commit, a checkout and a merge, beside the hooks that are there.

A hook must never fail or slow a commit: ours starts the client in the background, with a time-out, away
from every stream, and asks nothing of it. In a shell script it is a block at the top, between two marks;
any other hook, and one that is switched off, is moved aside and, where it was on, called by ours. Taking
it out leaves every byte as it was. Called by `xray graph install`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias

from xray_graph.errors import NotFoundError, UsageError
from xray_graph.walk import git

NAMES: Final = ("post-commit", "post-checkout", "post-merge")
ASIDE: Final = ".before-xray"  # what a hook is called that ours stands in for
SECONDS: Final = 30  # until the client gives up
_LARGEST: Final = 1 << 20  # bytes of a hook that is read

_FIRST: Final = b"#!/bin/sh\n"
_BEGIN: Final = b"# >>> xray-graph >>>"
_END: Final = b"# <<< xray-graph <<<"
_BLOCK: Final = re.compile(re.escape(_BEGIN) + b".*?" + re.escape(_END) + b"\n?", re.DOTALL)
_SHELL: Final = re.compile(rb"#! *(?:/usr/bin/env +)?(?:/[\w/.-]*/)?(?:ba|da|k|z|a)?sh\b[^\n]*\n")

State: TypeAlias = Literal["installed", "changed", "unchanged", "removed", "absent"]


class Hook(NamedTuple):
    """What became of one hook."""

    name: str
    file: Path
    state: State


def hooks_folder(folder: Path) -> Path:
    """Where git looks for the hooks of the repository around `folder`.

    Raises:
        NotFoundError: there is no repository.
        UsageError: the folder belongs to other repositories as well.
    """
    try:
        identity = git.identity(folder.resolve())
        configured = git.setting(Path(identity.work_tree), "core.hooksPath")
    except (git.Refusal, OSError) as error:
        raise NotFoundError(
            f"the folder has no hooks: {error}",
            where=str(folder.resolve()),
            hint=getattr(error, "hint", ""),
        ) from error
    top, common = Path(identity.work_tree), Path(identity.common_dir)
    if not configured:
        return common / "hooks"
    place = (top / configured).resolve()
    if not (place.is_relative_to(top) or place.is_relative_to(common.resolve())):
        raise UsageError(
            "the hooks of this repository lie in a folder that other repositories may use too",
            where=f"core.hooksPath = {configured}",
            hint="call `xray graph update --if-served` from there yourself",
        )
    return place


def install(folder: Path, command: Sequence[str], server: str = "") -> list[Hook]:
    """Put the hooks in; again brings them up to date. `command` starts this program.

    Raises:
        NotFoundError, UsageError: as hooks_folder; also when a hook cannot be written.
    """
    place, block = hooks_folder(folder), _block(command, server)
    try:
        place.mkdir(parents=True, exist_ok=True)
        return [Hook(name, place / name, _put(place / name, block)) for name in NAMES]
    except OSError as error:
        raise _cannot(place, error) from error


def uninstall(folder: Path) -> list[Hook]:
    """Take the hooks out, and put back what they stood in for.

    Raises:
        NotFoundError, UsageError: as install.
    """
    place = hooks_folder(folder)
    try:
        return [Hook(name, place / name, _take(place / name)) for name in NAMES]
    except OSError as error:
        raise _cannot(place, error) from error


def _block(command: Sequence[str], server: str) -> bytes:
    program = shlex.quote(command[0])
    words = [*command, "graph", "update", "--if-served", "--timeout", str(SECONDS)]
    if server:
        words += ["--server", server]
    call = f"{shlex.join(words)} </dev/null >/dev/null 2>&1"
    return b"\n".join(
        (
            _BEGIN + b" tells a running server what changed; `xray graph install --git-hooks --uninstall`",
            f"if [ -x {program} ]; then ( {call} & ) >/dev/null 2>&1; fi".encode(errors="surrogateescape"),
            _END + b"\n",
        )
    )


def _put(file: Path, block: bytes) -> State:
    text = _read(file)
    if text is None:
        _write(file, _FIRST + block, 0o755)
        return "installed"
    if _BLOCK.search(text):
        changed = _BLOCK.sub(lambda _: block, text, count=1)
        if changed == text:
            return "unchanged"
        _write(file, changed, stat.S_IMODE(file.stat().st_mode))
        return "changed"
    on = os.access(file, os.X_OK)
    shebang = _SHELL.match(text)
    if shebang and on and not file.is_symlink():
        _write(file, shebang[0] + block + text[shebang.end() :], stat.S_IMODE(file.stat().st_mode))
        return "installed"
    aside = file.with_name(file.name + ASIDE)
    if os.path.lexists(aside):
        raise UsageError("is in the way", where=str(aside), hint="move it somewhere else")
    file.rename(aside)
    _write(file, _FIRST + block + (_call(aside) if on else b""), 0o755)
    return "installed"


def _take(file: Path) -> State:
    text, aside = _read(file), file.with_name(file.name + ASIDE)
    if text is None or not _BLOCK.search(text):
        return "absent"
    rest = _BLOCK.sub(b"", text, count=1)
    if rest in {_FIRST, _FIRST + _call(aside)}:
        if os.path.lexists(aside):
            aside.replace(file)
        else:
            file.unlink()
    else:
        _write(file, rest, stat.S_IMODE(file.stat().st_mode))
    return "removed"


def _call(aside: Path) -> bytes:
    """What ends a hook of ours that stands in for another."""
    return b'exec "$(dirname -- "$0")/%s" "$@"\n' % os.fsencode(aside.name)


def _read(file: Path) -> bytes | None:
    """The hook; None when there is none. Of one that is no script, as much as shows that."""
    if not os.path.lexists(file):
        return None
    with contextlib.suppress(FileNotFoundError), file.open("rb") as opened:
        return opened.read(_LARGEST)
    return b""  # a link that leads nowhere


def _write(file: Path, text: bytes, mode: int) -> None:
    """Whole or not at all: git may run the hook at any moment."""
    temporary = file.with_name(f".{file.name}.xray-{os.getpid()}")
    try:
        temporary.write_bytes(text)
        temporary.chmod(mode)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


def _cannot(place: Path, error: OSError) -> UsageError:
    return UsageError(f"the hooks cannot be written: {error.strerror or error}", where=str(place))
