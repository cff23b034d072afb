"""Which files are mapped, what each is, and their text: the first stage of a build.

    walk ──▶ git, work_tree ─┐  choice, rules, wildmatch: what is wanted
         └─▶ tree ───────────┴▶ found ─▶ links ─▶ names, detect: what each file is ─▶ Walk
    read_files ─▶ reading ─▶ decoding, detect ─▶ Text

In a git work tree its tracked and its untracked, not ignored files are the set; elsewhere the
`.gitignore` files decide. The order is that of the paths' UTF-8 bytes, whatever the file system says.
Called by the pipeline, and by whoever looks again at a file that is served. Parses nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import msgspec

from xray_graph.config import WalkSettings, derived_label
from xray_graph.errors import BuildError
from xray_graph.model import Repository, Skip, SkipReason, SourceFile
from xray_graph.report import Reporter
from xray_graph.walk import git, links, tree, work_tree
from xray_graph.walk.choice import Choice
from xray_graph.walk.detect import settle_headers
from xray_graph.walk.found import Found
from xray_graph.walk.paths import is_text, shown
from xray_graph.walk.reading import Reader, Text, read_files
from xray_graph.walk.rules import RuleFile, read_rules

__all__ = ["Reader", "Text", "Walk", "read_files", "walk"]


class Walk(msgspec.Struct, frozen=True):
    """The files of one repository, or of the folder of it that was asked for.

    Paths are from `repository.root`, which is the top of the work tree. `skips` are the paths that have
    no content here: left out, or with a node in `files` but secret, binary, minified or too large.
    """

    repository: Repository
    files: tuple[SourceFile, ...]
    skips: tuple[Skip, ...]


def walk(root: Path, settings: WalkSettings, report: Reporter) -> Walk:
    """Which files of a repository are read, and which are left out and why: those of the folder `root`.

    Raises:
        BuildError: there is no such folder, nothing to read in it, or far too much.
    """
    report.stage("walk")
    root = _checked(root)
    top = git.find_top(root)
    listing, scope = None, b""
    if top is not None:
        scope = os.fsencode(root.relative_to(top)) if root != top else b""
        try:
            listing = git.listing(top, scope)
        except git.Refusal as refusal:
            report.note(f"{refusal}; walked without git", where=str(top), hint=refusal.hint)
        if listing is not None and _is_ignored(listing, scope):
            listing = None
    if top is None or listing is None:
        top, scope = root, b""
    found = Found(top, settings)
    choice = Choice(settings, scope, build_folders=listing is None)
    if listing is None:
        tree.scan(found, choice, git=_general_rules(found, top))
        repository = Repository(derived_label("", str(top)), str(top))
    else:
        work_tree.take(found, choice, listing, scope)
        own = any(path in found.files for path in listing.untracked)
        repository = Repository(
            derived_label(listing.origin, str(top)),
            str(top),
            listing.commit,
            listing.branch,
            listing.changed or own,
            listing.commit_time,
        )
    links.settle(found, choice, scope, follow=settings.follow_symlinks)
    files = _source_files(found, report)
    skips = tuple(sorted((*found.skips, *_without_content(files, settings)), key=lambda skip: skip.path))
    for skip in skips:
        report.skip(skip)
    if not any(file.has_content for file in files):
        raise BuildError("holds no file to read", where=str(root), hint=_why_nothing(skips))
    report.advance(len(files))
    return Walk(repository, files, skips)


def _checked(root: Path) -> Path:
    """The real path of the folder that is to be mapped."""
    try:
        real = root.resolve(strict=True)
        if not real.is_dir():
            raise BuildError(
                "is a file; a map is made of a folder", where=str(root), hint=f"map {root.absolute().parent}"
            )
        os.scandir(real).close()
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links, before Python 3.13
        reason = getattr(error, "strerror", None) or str(error)
        hint = "give a folder that is there and that you may read"
        raise BuildError(f"cannot be walked: {reason}", where=str(root), hint=hint) from error
    if git.find_top(real) is None and git.is_bare(real):
        raise BuildError(
            "is a bare repository, without files", where=str(root), hint="check it out: git worktree add PATH"
        )
    return real


def _is_ignored(listing: git.Listing, scope: bytes) -> bool:
    """Whether the work tree around ignores the folder itself, so that it belongs to no repository."""
    inside = (scope + b"/").startswith
    return not listing.tracked and not listing.untracked and any(inside(path) for path in listing.ignored)


def _general_rules(found: Found, top: Path) -> tuple[RuleFile, ...]:
    """The rules that hold everywhere outside git, the stronger last: the user's own, the repository's."""
    rules: tuple[RuleFile, ...] = ()
    if path := git.global_excludes(top):
        with path.open("rb") as file:
            rules = (read_rules(b"", str(path), file.read(tree.RULES_BYTES)),)
    if (top / ".git" / "info" / "exclude").is_file():  # git is there, but could not be asked
        rules += tree.rule_file(found, b"", b".git/info", b"exclude")
    return rules


def _source_files(found: Found, report: Reporter) -> tuple[SourceFile, ...]:
    """The files in the order of their paths, with the dialect of headers settled."""
    named: dict[str, bytes] = {}
    for raw in sorted(found.files, key=lambda path: (not is_text(path), path)):
        path = shown(raw)
        if path in named:
            found.skip(raw, SkipReason.UNREADABLE, "another file is shown by the same name")
            continue
        if not is_text(raw):
            report.note("its name is not UTF-8; it is shown with \\x and the bytes", where=path)
        named[path] = raw
    headers = settle_headers({path: found.files[raw].language for path, raw in named.items()})
    files = []
    for path in sorted(named):
        entry = found.files[named[path]]
        files.append(SourceFile(path, headers.get(path, entry.language), entry.size, entry.attributes))
    return tuple(files)


def _without_content(files: tuple[SourceFile, ...], settings: WalkSettings) -> list[Skip]:
    """Why some files have a node and no content, as far as their names and sizes tell."""
    skips = []
    for file in files:
        if "secret" in file.attributes:
            skips.append(Skip(file.path, SkipReason.SECRET, "key material, by its name"))
        elif "binary" in file.attributes:
            skips.append(Skip(file.path, SkipReason.BINARY, "by its name"))
        elif "minified" in file.attributes:
            skips.append(Skip(file.path, SkipReason.MINIFIED, "by its name"))
        elif "too-large" in file.attributes:
            detail = f"{file.size} bytes, more than {settings.max_file_bytes}"
            skips.append(Skip(file.path, SkipReason.TOO_LARGE, detail))
    return skips


def _why_nothing(skips: tuple[Skip, ...]) -> str:
    counted = Counter(skip.reason.value for skip in skips if skip.detail != ".git")
    if not counted:
        return "it is empty"
    told = ", ".join(f"{number} {reason}" for reason, number in sorted(counted.items()))
    return f"left out: {told}; --include brings back what a rule leaves out"
