"""All calls of git. Asked by `walk` for the files of a work tree, and for where it came from.

A repository's own configuration must not run anything here. So no hooks and no file system monitor,
no submodule is entered, no content filter runs, nothing is fetched, nothing is written (not even the
index), no signature is checked, and the caller's GIT_DIR and the like are not passed on. Names are
always parted by NUL. Not here: how the longest replies are read (`porcelain`), which files are wanted.

A filter that is switched off costs one thing: a file under a filter whose time stamps git does not
trust is compared without it, and may count as changed when it is not.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Self

from xray_graph.walk.porcelain import read_files, read_status

_SAFE: Final = (
    "git",
    "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}",
    "-c", "submodule.recurse=false",
    "--no-optional-locks",
    "--no-replace-objects",
)  # fmt: skip
# Variables of the caller that are about which configuration is read, not about which repository.
_KEPT: Final = re.compile(r"GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|GIT_TEST_.*")
_EMPTY: Final = "XRAY_NOTHING"  # a variable that holds nothing, for settings that are switched off
_SECONDS: Final = 300.0


class Refusal(Exception):  # noqa: N818 - git said no, and the walk goes on without it
    """Git does not work here. `hint` says what would help."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Listing(NamedTuple):
    """What git says of a work tree, or of the part of it below `scope`. Paths are bytes, from its top."""

    tracked: list[bytes]
    untracked: list[bytes]  # and not ignored
    absent: list[bytes]  # tracked, and left out of a sparse work tree
    submodules: list[bytes]  # without a slash
    nested: list[bytes]  # untracked repositories, without a slash
    ignored: list[bytes]  # files, and folders with a slash
    changed: bool  # a tracked file differs from the commit
    commit: str
    branch: str
    commit_time: int
    origin: str  # address of the remote `origin`


class Standing(NamedTuple):
    """Where a work tree stands: what changes with a commit, a checkout, an edit."""

    commit: str
    branch: str
    changed: bool  # a tracked file differs from the commit
    untracked: list[bytes]  # and not ignored


class Identity(NamedTuple):
    """What tells work trees apart: two of one repository share `common_dir` and nothing else."""

    common_dir: str
    work_tree: str
    commit: str


def find_top(folder: Path) -> Path | None:
    """The nearest folder at or above `folder` that holds `.git` (a folder, or a file in a worktree)."""
    for above in (folder, *folder.parents):
        if os.path.lexists(above / ".git"):
            return above
    return None


def is_bare(folder: Path) -> bool:
    """Whether `folder` is a repository without a work tree."""
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def listing(top: Path, scope: bytes = b"") -> Listing:
    """Everything the walk needs to know of the work tree at `top`.

    Args:
        top: as `find_top` gives it.
        scope: a folder below it, without a slash at its end; only what lies in it is listed.

    Raises:
        Refusal: git is not installed, or will not read this repository.
    """
    config = _config(top)
    only = _only(scope)
    with (
        _Call(
            top,
            (*_filters_off(config), "status", "--porcelain=v2", "-z", "--branch", "--no-ahead-behind",
             "--untracked-files=all", "--ignored=matching", "--no-renames", "--ignore-submodules=all", *only),
        ) as status,
        _Call(top, ("ls-files", "-z", "--stage", "-t", *only)) as files,
        _Call(top, ("rev-parse", "--show-toplevel")) as place,
        _Call(top, ("rev-list", "--max-count=1", "--timestamp", "HEAD", "--")) as time,
    ):  # fmt: skip
        states = status.reply()
        if not _same(_path(place.reply()), top):
            raise Refusal("its configuration puts the work tree elsewhere")
        tracked, absent, submodules = read_files(files.reply())
        commit, branch, changed, untracked, nested, ignored = read_status(states)
        stamp = int(time.reply().partition(b" ")[0]) if commit else 0
    return Listing(
        tracked, untracked, absent, submodules, nested, ignored, changed,
        commit, branch, stamp, config.get("remote.origin.url", ""),
    )  # fmt: skip


def standing(top: Path, scope: bytes = b"") -> Standing:
    """What an update has to know beside its own files; a part of `listing`, at a fifth of its cost.

    Raises:
        Refusal: as listing.
    """
    with _Call(
        top,
        (*_filters_off(_config(top)), "status", "--porcelain=v2", "-z", "--branch", "--no-ahead-behind",
         "--untracked-files=all", "--no-renames", "--ignore-submodules=all", *_only(scope)),
    ) as status:  # fmt: skip
        commit, branch, changed, untracked, _, _ = read_status(status.reply())
    return Standing(commit, branch, changed, untracked)


def changed_since(top: Path, revision: str, scope: bytes = b"") -> list[bytes]:
    """The paths whose content or kind is another in the work tree than in a commit, untracked ones aside.

    A renamed file is two paths: what git guesses about renames is left out.

    Raises:
        Refusal: there is no such commit, or git will not read this repository.
    """
    commit = commit_of(top, revision)
    if not commit:
        raise Refusal(f"{revision!r} is no commit here", "name a branch, a tag, or an id that git knows")
    with _Call(
        top,
        (*_filters_off(_config(top)), "diff", "--name-status", "--no-renames", "--no-ext-diff",
         "--no-textconv", "--ignore-submodules=all", "-z", commit, *_only(scope, always=True)),
    ) as diff:  # fmt: skip
        return diff.reply().split(b"\0")[1::2]  # state, path, state, path, ...


def commit_of(top: Path, revision: str) -> str:
    """The id of the commit that a revision names; empty when the repository has none.

    Raises:
        Refusal: no revision is written so, or git will not read this repository.
    """
    if revision.startswith("-") or not revision.isprintable():  # a program takes no such argument
        raise Refusal(f"{revision!r} is no revision")
    with _Call(
        top, ("rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"), codes=(0, 1)
    ) as asked:
        return asked.reply().decode().strip()


def rules_for(top: Path, paths: Sequence[bytes]) -> list[str]:
    """For each ignored path the rule that did it, `.gitignore:3: *.log`. A folder ends in a slash."""
    if not paths:
        return []
    with _Call(top, ("check-ignore", "-z", "--verbose", "--non-matching", "--stdin"), codes=(0, 1)) as call:
        # `./`, because git would take a colon at the start for the magic of a path specification.
        fields = call.reply(b"\0".join(b"./" + path for path in paths)).decode(errors="replace").split("\0")
    told = zip(fields[::4], fields[1::4], fields[2::4], strict=False)
    return [f"{source}:{line}: {pattern}" if source else "" for source, line, pattern in told]


def global_excludes(folder: Path) -> Path | None:
    """The user's own ignore file, as git would find it for `folder`; None when there is none."""
    try:
        with _Call(
            folder, ("config", "-z", "--type=path", "--get", "core.excludesFile"), codes=(0, 1)
        ) as call:
            reply = call.reply().removesuffix(b"\0")
    except Refusal:
        reply = b""
    if reply:
        path = Path(os.fsdecode(reply))
    else:
        settings = os.environ.get("XDG_CONFIG_HOME") or Path(os.environ.get("HOME", "/"), ".config")
        path = Path(settings, "git", "ignore")
    return path if path.is_file() else None


def identity(folder: Path) -> Identity:
    """The identity of the work tree around `folder`.

    Raises:
        Refusal: there is none, or git will not read it.
    """
    top = find_top(folder)
    if top is None:
        raise Refusal("it is in no git work tree", "name a folder of one")
    with (
        _Call(top, ("rev-parse", "--path-format=absolute", "--git-common-dir")) as common,
        _Call(top, ("rev-parse", "--verify", "--quiet", "HEAD"), codes=(0, 1)) as commit,
    ):
        return Identity(_path(common.reply()), str(top), commit.reply().decode().strip())


def setting(folder: Path, name: str) -> str:
    """A setting as files of configuration have it, without what we switch off; empty when there is none."""
    call = _Call(folder, ("config", "-z", "--type=path", "--show-scope", "--get-all", name), codes=(0, 1))
    with call as asked:
        told = os.fsdecode(asked.reply()).split("\0")
    return next((v for k, v in reversed([*zip(told[::2], told[1::2], strict=False)]) if k != "command"), "")


def _config(top: Path) -> dict[str, str]:
    """The origin's address, and the settings of all content filters."""
    pattern = r"^(remote\.origin\.url|filter\..*)$"
    with _Call(top, ("config", "-z", "--get-regexp", pattern), codes=(0, 1)) as call:
        pairs = (item.partition(b"\n") for item in call.reply().split(b"\0") if item)
        return {os.fsdecode(key): value.decode(errors="replace") for key, _, value in pairs}


def _only(scope: bytes, *, always: bool = False) -> tuple[str, ...]:
    """What limits a call to a folder; `always` with the `--` that ends revisions."""
    return ("--", ":(top,literal)" + os.fsdecode(scope)) if scope else ("--",) if always else ()


def _filters_off(keys: Iterable[str]) -> list[str]:
    """Options that switch every content filter off: a filter is a program that the repository names.

    Not `-c`: the name of a filter may hold a `=`, and only this form reads it from the right.
    """
    names = sorted({key.rpartition(".")[0] for key in keys if key.startswith("filter.")})
    parts = ("clean", "smudge", "process", "required")
    return [f"--config-env={name}.{part}={_EMPTY}" for name in names for part in parts]


def _path(reply: bytes) -> str:
    """The path in a reply that holds just one; it may itself hold a line end."""
    return os.fsdecode(reply.removesuffix(b"\n"))


def _same(path: str, top: Path) -> bool:
    try:
        return top.samefile(path)
    except OSError:
        return False


class _Call:
    """One running git. `reply` waits for it; leaving the block ends it in any case."""

    def __init__(self, folder: Path, arguments: Sequence[str], *, codes: tuple[int, ...] = (0,)) -> None:
        kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or _KEPT.fullmatch(k)}
        environment = {
            **kept,
            _EMPTY: "",
            "LC_ALL": "C",
            "GIT_NO_LAZY_FETCH": "1",  # a partial clone would fetch what is missing...
            "GIT_ALLOW_PROTOCOL": "none",  # ...and an older git does not know that variable
            "GIT_TERMINAL_PROMPT": "0",
        }
        self._folder = folder
        self._codes = codes
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own words, and paths after `-C` or `--`
                [*_SAFE, "-C", str(folder), *arguments],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise Refusal(f"git cannot be started: {error.strerror or error}", "install git") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()

    def reply(self, text: bytes = b"") -> bytes:
        """What git wrote to its standard output, after `text` on its input.

        Raises:
            Refusal: it ended with another code than those expected, or did not end.
        """
        try:
            output, errors = self._process.communicate(text, timeout=_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise Refusal(f"git has not answered for {_SECONDS:.0f} seconds") from error
        if self._process.returncode not in self._codes:
            raise _refusal(errors.decode(errors="replace"), self._folder)
        return output


def _refusal(message: str, folder: Path) -> Refusal:
    if "dubious ownership" in message:
        return Refusal(
            "git refuses to read it, because it belongs to another user",
            f"if you trust it: git config --global --add safe.directory {shlex.quote(str(folder))}",
        )
    first = message.strip().partition("\n")[0]
    return Refusal(first.removeprefix("fatal: ") or "git failed without a word")
