"""The walk of plain folders: everywhere outside git, and for what git ignores but somebody asked for.

Goes down one folder at a time and decides on each before it enters, as git does, so an ignored folder
costs nothing. Links are noted and not followed, see `links`. Called by `walk` and `work_tree`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from xray_graph.model import SkipReason
from xray_graph.walk.choice import MAP_FOLDER, RULES_NAME, Choice, State, Verdict
from xray_graph.walk.found import Found
from xray_graph.walk.paths import shown
from xray_graph.walk.rules import RuleFile, decide, read_rules

_GIT_RULES: Final = b".gitignore"
RULES_BYTES: Final = 1 << 20  # what is read of one ignore file


def scan(
    found: Found,
    choice: Choice,
    start: bytes = b"",
    *,
    state: State = State.OPEN,
    git: Sequence[RuleFile] = (),
    xray: Sequence[RuleFile] = (),
    real: bytes | None = None,
) -> None:
    """Add what is wanted in the folder `start` and below to `found`.

    Args:
        found: takes the files, links and skips.
        choice: decides beside the `.gitignore` files.
        start: from the root, without a slash at its end.
        state: that of `start`.
        git: rules that hold in `start` before its own `.gitignore`, the strongest last.
        xray: likewise, of `.xrayignore` files above it.
        real: where `start` lies when it is reached through a link; no folder is walked twice.
    """
    todo = [(start, start if real is None else real, Verdict(state), tuple(git), tuple(xray))]
    while todo:
        folder, place, verdict, git_files, xray_files = todo.pop()
        if place in found.folders:
            continue
        found.folders[place] = None
        try:
            with os.scandir(found.place(place)) as listed:
                entries = {entry.name: entry for entry in listed}
        except OSError as error:
            found.unreadable(folder + b"/", error)
            continue
        if folder != start:
            after = choice.by_content(folder, verdict, entries)
            if after is not verdict:
                verdict = after
                if verdict.skip:
                    found.skips.append(verdict.skip)
                if verdict.state is State.OUT:
                    continue
        prefix = folder + b"/" if folder else b""
        if _GIT_RULES in entries:
            git_files += rule_file(found, prefix, place, _GIT_RULES)
        if RULES_NAME in entries:
            xray_files += rule_file(found, prefix, place, RULES_NAME)
        above = verdict.state
        for name in sorted(entries):
            entry, path = entries[name], prefix + name
            try:
                if entry.is_dir(follow_symlinks=False):
                    if name == MAP_FOLDER:
                        continue
                    rule = decide(git_files, path, folder=True) if git_files else None
                    decided = choice.folder(path, above, xray_files, rule)
                    if decided.skip:
                        found.skips.append(decided.skip)
                    if decided.state is not State.OUT:
                        below = place + b"/" + name if place else name
                        todo.append((path, below, decided, git_files, xray_files))
                    continue
                rule = decide(git_files, path, folder=False) if git_files else None
                wanted = choice.file(path, above, xray_files, rule)
                if wanted is State.OUT:
                    continue
                if not isinstance(wanted, State):
                    found.skips.append(wanted)
                elif entry.is_symlink():
                    found.links[path] = None
                elif name == b".git":  # a work tree elsewhere points home with it
                    found.skip(path, SkipReason.IGNORED, ".git")
                elif entry.is_file(follow_symlinks=False):
                    size = entry.stat(follow_symlinks=False).st_size
                    found.add(path, size, None if real is None else place + b"/" + name)
                else:
                    found.skip(path, SkipReason.UNREADABLE, "no regular file")
            except OSError as error:
                found.unreadable(path, error)


def rule_file(found: Found, prefix: bytes, place: bytes, name: bytes) -> tuple[RuleFile, ...]:
    """The rules in an ignore file of the folder `place`, for paths that start with `prefix`; or none.

    A link is not read, as git does not read one.
    """
    path = place + b"/" + name if place else name
    if found.is_link(path):
        return ()
    try:
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        descriptor = os.open(found.place(path), flags)
        with os.fdopen(descriptor, "rb") as file:
            data = file.read(RULES_BYTES)
    except OSError as error:
        found.unreadable(prefix + name, error)
        return ()
    return (read_rules(prefix, shown(prefix + name), data),)
