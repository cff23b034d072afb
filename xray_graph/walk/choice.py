"""What is wanted, beside what git or the `.gitignore` files say: flags, `.xrayignore`, folders by name.

From the strongest to the weakest:

    --exclude  >  --include  >  .xrayignore  >  .gitignore  >  dependency and build folders

`--include` brings back what a weaker rule leaves out. A folder that is left out is entered only when an
include matches it or names a way through it (`node_modules/lodash`), so that `--include '*.py'` does
not open every virtual environment. Asked by `tree` and `work_tree`; opens nothing itself.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from xray_graph import folders
from xray_graph.config import WalkSettings
from xray_graph.model import Skip, SkipReason
from xray_graph.walk.paths import shown
from xray_graph.walk.rules import Rule, RuleFile, decide, flag_rules
from xray_graph.walk.wildmatch import expression

RULES_NAME: Final = b".xrayignore"
MAP_FOLDER: Final = folders.MAP_FOLDER.encode()  # no part of what is mapped, and not worth a word
_MAP_SUFFIX: Final = folders.MAP_SUFFIX.encode()

_DEPENDENCIES: Final = frozenset({b"node_modules", b"bower_components", b"Pods", b"site-packages"})
_BUILD_FOLDERS: Final = frozenset({b"target", b"dist", b"build", b"out", b"__pycache__"})
# (name of the folder or b"" for any, what lies in it)
_MARKED: Final = (
    (b"vendor", b"modules.txt"),  # Go
    (b"vendor", b"autoload.php"),  # Composer
    (b"", b"pyvenv.cfg"),
    (b"", b"conda-meta"),
)
MARKERS: Final = frozenset(marker for _, marker in _MARKED)


class State(enum.Enum):
    """What becomes of a folder."""

    ASKED = enum.auto()  # walked because somebody asked for it, whatever it holds
    OPEN = enum.auto()
    CLOSED = enum.auto()  # only what an include asks for is taken
    OUT = enum.auto()


class Verdict(NamedTuple):
    state: State
    skip: Skip | None = None


_OPEN: Final = Verdict(State.OPEN)
_ASKED: Final = Verdict(State.ASKED)
_CLOSED: Final = Verdict(State.CLOSED)
_OUT: Final = Verdict(State.OUT)


class Choice:
    """The flags of one walk.

    Args:
        settings: `include` and `exclude` are read, as rules below `scope`.
        scope: the folder that is mapped, from the root, without a slash at its end.
        build_folders: whether folders called `build` and the like are left out.
    """

    def __init__(self, settings: WalkSettings, scope: bytes, *, build_folders: bool) -> None:
        base = scope + b"/" if scope else b""
        self._exclude = flag_rules("--exclude", settings.exclude, base)
        self._include = flag_rules("--include", settings.include, base)
        self._base = base
        self._build_folders = build_folders
        named, reached = _ways([glob.encode(errors="surrogateescape") for glob in settings.include])
        self._named, self._reached = _any(named), _any(reached)

    def folder(self, path: bytes, above: State, xray: Sequence[RuleFile], git: Rule | None = None) -> Verdict:
        """What becomes of a folder, by its path.

        Args:
            path: from the root, without a slash at its end.
            above: the state of the folder that holds it.
            xray: the `.xrayignore` files above it, from the root down.
            git: the `.gitignore` rule that decides on it, if there is one.
        """
        if rule := self._excludes(path, folder=True):
            return Verdict(State.OUT, Skip(shown(path) + "/", SkipReason.IGNORED, str(rule)))
        if self._asks_for(path, folder=True):
            return _ASKED
        if above is State.CLOSED:
            return _CLOSED if self._reaches(path) else _OUT
        own = decide(xray, path, folder=True) if xray else None
        if (rule := own or git) and rule.ignored:
            return self._leave_out(path, Skip(shown(path) + "/", SkipReason.IGNORED, str(rule)))
        if own:
            return _ASKED
        name = path[path.rfind(b"/") + 1 :]
        if name in _DEPENDENCIES:
            return self._leave_out(path, Skip(shown(path) + "/", SkipReason.DEPENDENCY, shown(name)))
        if name == b".git":
            return self._leave_out(path, Skip(shown(path) + "/", SkipReason.IGNORED, ".git"))
        if self._build_folders and name in _BUILD_FOLDERS and git is None:
            return self._leave_out(path, Skip(shown(path) + "/", SkipReason.BUILD_OUTPUT, shown(name)))
        return _OPEN

    def by_content(self, path: bytes, verdict: Verdict, names: Container[bytes]) -> Verdict:
        """The verdict on a folder once it is known what lies in it."""
        if verdict.state is not State.OPEN:
            return verdict
        name = path[path.rfind(b"/") + 1 :]
        for folder, marker in _MARKED:
            if folder in {b"", name} and marker in names:
                detail = f"{shown(name)}/ with {shown(marker)}"
                return self._leave_out(path, Skip(shown(path) + "/", SkipReason.DEPENDENCY, detail))
        return verdict

    def file(
        self,
        path: bytes,
        above: State,
        xray: Sequence[RuleFile],
        git: Rule | None = None,
        *,
        tracked: bool = False,
    ) -> Skip | State:
        """OPEN for a file (or link) that is wanted; why it is not; OUT when its folder was reported."""
        if rule := self._excludes(path, folder=False):
            return Skip(shown(path), SkipReason.IGNORED, str(rule))
        if self._asks_for(path, folder=False):
            return State.OPEN
        if above is State.CLOSED:
            return State.OUT
        rule = (decide(xray, path, folder=False) if xray else None) or git
        if rule and rule.ignored:
            return Skip(shown(path), SkipReason.IGNORED, str(rule))
        if path.endswith(_MAP_SUFFIX) and not tracked:
            return Skip(shown(path), SkipReason.BUILD_OUTPUT, "a map of ours")
        return State.OPEN

    def _excludes(self, path: bytes, *, folder: bool) -> Rule | None:
        rule = self._exclude.decide(path, folder=folder) if self._exclude.rules else None
        return rule if rule and rule.ignored else None

    def _asks_for(self, path: bytes, *, folder: bool) -> bool:
        rule = self._include.decide(path, folder=folder) if self._include.rules else None
        return rule is not None and rule.ignored

    def _leave_out(self, path: bytes, skip: Skip) -> Verdict:
        """OUT, or CLOSED when an include names a way through it."""
        named = self._named is not None and self._named.fullmatch(path[len(self._base) :])
        return Verdict(State.CLOSED if named else State.OUT, skip)

    def _reaches(self, path: bytes) -> bool:
        return self._reached is not None and bool(self._reached.fullmatch(path[len(self._base) :]))


def _ways(globs: Sequence[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Expressions for the folders that globs name on their way, and for those they may lead through."""
    named: list[bytes] = []
    reached: list[bytes] = []
    for glob in globs:
        parts = glob.strip(b"/").split(b"/")
        for end in range(1, len(parts)):
            text = expression(b"/".join(parts[:end]), path=True)
            if text is not None:
                reached.append(text)
                if parts[end - 1] != b"**":
                    named.append(text)
    return named, reached


def _any(expressions: Sequence[bytes]) -> re.Pattern[bytes] | None:
    return re.compile(b"(?s:%s)" % b"|".join(expressions)) if expressions else None
