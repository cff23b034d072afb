"""The files of a git work tree: what git lists, less what we leave out, plus what an include brings back.

Called by `walk`. What git ignores is scanned like plain folders when somebody asks for it.
"""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable
from typing import Final

from xray_graph.model import SkipReason
from xray_graph.walk.choice import MAP_FOLDER, MARKERS, RULES_NAME, Choice, State, Verdict
from xray_graph.walk.found import Found
from xray_graph.walk.git import Listing, rules_for
from xray_graph.walk.rules import Rule, RuleFile
from xray_graph.walk.tree import rule_file, scan

_NOWHERE: Final = Verdict(State.OUT)


def take(found: Found, choice: Choice, listing: Listing, scope: bytes) -> None:
    """Add the files of a listing to `found`, and what was left out to its skips."""
    tree = _WorkTree(found, choice, listing, scope)
    tree.files(listing.tracked, tracked=True)
    tree.files(listing.untracked, tracked=False)
    tree.absent(listing.absent)
    tree.repositories(listing.submodules, "a submodule: a repository of its own")
    tree.repositories(listing.nested, "an untracked repository of its own")
    tree.ignored(listing.ignored)


class _WorkTree:
    def __init__(self, found: Found, choice: Choice, listing: Listing, scope: bytes) -> None:
        self._found = found
        self._choice = choice
        self._scope = scope
        self._top = found.root
        # Folder → what lies in it, of the names that tell what a folder is.
        self._marks: dict[bytes, set[bytes]] = {}
        for path in (*listing.tracked, *listing.untracked):
            folder, _, name = path.rpartition(b"/")
            if name in MARKERS:
                self._marks.setdefault(folder, set()).add(name)
            elif folder.endswith(b"/conda-meta") or folder == b"conda-meta":
                self._marks.setdefault(folder.rpartition(b"/")[0], set()).add(b"conda-meta")
        self._verdicts: dict[bytes, Verdict] = {}
        self._xray: dict[bytes, tuple[RuleFile, ...]] = {}

    def files(self, paths: Iterable[bytes], *, tracked: bool) -> None:
        """Add those files and links that are there and wanted."""
        found = self._found
        root = found.place(b"") + b"/"
        for path in paths:
            folder = _parent(path)
            verdict = self._verdicts.get(folder) or self._folder(folder)
            if verdict.state is State.OUT:
                continue
            wanted = self._choice.file(path, verdict.state, self._xray[folder], tracked=tracked)
            if wanted is State.OUT:
                continue
            if not isinstance(wanted, State):
                found.skips.append(wanted)
                continue
            try:
                status = os.lstat(root + path)
            except FileNotFoundError:
                found.skip(path, SkipReason.NOT_CHECKED_OUT, "deleted in the work tree")
            except OSError as error:
                found.unreadable(path, error)
            else:
                if stat.S_ISREG(status.st_mode):
                    found.add(path, status.st_size)
                elif stat.S_ISLNK(status.st_mode):
                    found.links[path] = None
                else:
                    found.skip(path, SkipReason.NOT_CHECKED_OUT, "something else is in its place")

    def absent(self, paths: Iterable[bytes]) -> None:
        """Report what a sparse work tree leaves out, by the highest folder that is wholly left out."""
        there: list[bytes] = []
        folders = dict.fromkeys(self._verdicts, True)
        counted: Counter[bytes] = Counter()
        for path in paths:
            folder = _parent(path)
            if folder not in folders:
                folders[folder] = self._found.is_folder(folder)
            if folders[folder] and self._found.exists(path):
                there.append(path)  # git was only told to overlook it
                continue
            parts = path.split(b"/")
            above = (b"/".join(parts[:end]) for end in range(1, len(parts)))
            gone = next((one for one in above if not self._is_there(one, folders)), None)
            counted[path if gone is None else gone + b"/"] += 1
        for path, number in counted.items():
            files = "1 file" if number == 1 else f"{number} files"
            self._found.skip(path, SkipReason.NOT_CHECKED_OUT, f"{files} outside the sparse work tree")
        self.files(there, tracked=True)

    def repositories(self, paths: Iterable[bytes], what: str) -> None:
        """Report repositories inside this one, or scan those that an include asks for."""
        for path in paths:
            above = self._folder(_parent(path))
            if above.state is State.OUT:
                continue
            verdict = self._choice.folder(path, above.state, self._xray[_parent(path)])
            if verdict.state in {State.ASKED, State.CLOSED}:
                scan(self._found, self._choice, path, state=verdict.state)
            elif verdict.skip:
                self._found.skips.append(verdict.skip)
            elif verdict.state is State.OPEN:
                self._found.skip(path + b"/", SkipReason.SUBMODULE, what)

    def ignored(self, paths: Iterable[bytes]) -> None:
        """Report what git ignores, with the rule that did it, or scan what was asked for."""
        wanted = [path for path in paths if MAP_FOLDER not in path.split(b"/")]
        rules = rules_for(self._top, wanted)
        if not self._scope and self._found.is_folder(b".git"):
            wanted.append(b".git/")
            rules.append("")
        for path, rule in zip(wanted, rules, strict=True):
            source, _, text = rule.rpartition(": ")
            by = Rule(ignored=True, source=source, text=text) if rule else None
            is_folder, path = path.endswith(b"/"), path.removesuffix(b"/")
            parent = _parent(path)
            above = self._folder(parent)
            if above.state is State.OUT:
                continue
            if is_folder:
                verdict = self._choice.folder(path, above.state, self._xray[parent], by)
                if verdict.skip:
                    self._found.skips.append(verdict.skip)
                if verdict.state is not State.OUT:
                    scan(self._found, self._choice, path, state=verdict.state, xray=self._xray[parent])
                continue
            kept = self._choice.file(path, above.state, self._xray[parent], by)
            if kept is State.OPEN:
                self.files([path], tracked=False)
            elif not isinstance(kept, State):
                self._found.skips.append(kept)

    def _folder(self, folder: bytes) -> Verdict:
        """The state of a folder of the listing; settled once a folder, from the top down."""
        unknown = []
        while folder not in self._verdicts:
            unknown.append(folder)
            if folder == self._scope:
                break
            folder = _parent(folder)
        for folder in reversed(unknown):
            verdict, rules = self._settled(folder)
            if verdict.skip:
                self._found.skips.append(verdict.skip)
            if verdict.state is not State.OUT:
                self._found.folders[folder] = None
                rules += self._own_rules(folder)
            self._verdicts[folder], self._xray[folder] = verdict, rules
        return self._verdicts[folder]

    def _settled(self, folder: bytes) -> tuple[Verdict, tuple[RuleFile, ...]]:
        """The verdict on a folder whose parent is settled, and the rules that hold above it."""
        if folder == self._scope:
            above_scope = [folder]
            while above_scope[-1]:
                above_scope.append(_parent(above_scope[-1]))
            return Verdict(State.OPEN), sum((self._own_rules(one) for one in above_scope[:0:-1]), ())
        parent = _parent(folder)
        above, rules = self._verdicts[parent], self._xray[parent]
        if above.state is State.OUT:
            return _NOWHERE, rules
        if self._found.is_link(folder):  # where git knows a folder
            self._found.links[folder] = None
            return _NOWHERE, rules
        verdict = self._choice.folder(folder, above.state, rules)
        return self._choice.by_content(folder, verdict, self._marks.get(folder, ())), rules

    def _own_rules(self, folder: bytes) -> tuple[RuleFile, ...]:
        prefix = folder + b"/" if folder else b""
        if not self._found.exists(prefix + RULES_NAME):
            return ()
        return rule_file(self._found, prefix, folder, RULES_NAME)

    def _is_there(self, folder: bytes, known: dict[bytes, bool]) -> bool:
        if folder not in known:
            known[folder] = self._found.is_folder(folder)
        return known[folder]


def _parent(path: bytes) -> bytes:
    """The folder of a path, b"" for the root."""
    return path[: max(path.rfind(b"/"), 0)]
