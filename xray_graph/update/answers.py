"""From a request to the paths that it is about, and from an update to the answer. Called by `live`."""

from __future__ import annotations

import logging
import os
from typing import Final, NamedTuple

from xray_graph.errors import ServerError, UsageError, XrayError
from xray_graph.model import Skip, SkipReason
from xray_graph.update.reply import UpdateReply, UpdateRequest
from xray_graph.update.territory import Territory
from xray_graph.update.tree import Difference, Tree
from xray_graph.update.version import Version
from xray_graph.update.writer import Made
from xray_graph.walk import git

_log = logging.getLogger(__name__)


class Wanted(NamedTuple):
    """What one request is about."""

    paths: tuple[str, ...]
    unowned: tuple[str, ...]
    everywhere: bool


NOTHING: Final = Wanted((), (), everywhere=False)


def wanted_by(request: UpdateRequest, territory: Territory, tree: Tree) -> Wanted:
    """The paths that a request is about.

    Raises:
        UsageError: it names a revision that is none.
    """
    paths: dict[str, None] = {}
    unowned: list[str] = []
    for given in request.files:
        found = territory.locate(given, tree.files)
        if found is None:
            unowned.append(given)
        else:
            paths[found] = None
    if request.since:
        try:
            changed = git.changed_since(territory.top, request.since, os.fsencode(territory.scope))
        except git.Refusal as refusal:
            raise UsageError(str(refusal), where="--since", hint=refusal.hint) from refusal
        paths.update(dict.fromkeys(path.decode(errors="backslashreplace") for path in changed))
    return Wanted(tuple(paths), tuple(unowned), everywhere=request.looks_everywhere)


def reply_to(version: Version, made: Made, wanted: Wanted) -> UpdateReply:
    """The answer to one request of an update that may have served several."""
    tree, difference = made.state.tree, made.difference
    told = {*wanted.paths, *difference.changed, *difference.removed}
    updated: list[str] = []
    unchanged: list[str] = []
    removed: list[str] = []
    skipped: list[Skip] = []
    unowned = list(wanted.unowned)
    for path in sorted(told):
        seen = tree.files.get(path)
        left_out = made.state.inputs.lost.get(path) or (tree.skip_of(path) if seen is None else seen.skip)
        if path in difference.removed:
            removed.append(path)
        elif left_out is not None and left_out.reason is SkipReason.OUTSIDE:
            unowned.append(path)
        elif left_out is not None:
            skipped.append(Skip(path, left_out.reason, left_out.detail))
        elif path in difference.changed:
            updated.append(path)
        elif seen is not None or not _is_folder(path, tree, difference):
            unchanged.append(path)
    graph = made.state.parts.graph
    return UpdateReply(
        label=made.state.inputs.label,
        version=version.number,
        updated=tuple(updated),
        unchanged=tuple(unchanged),
        removed=tuple(removed),
        skipped=tuple(skipped),
        unowned=tuple(unowned),
        nodes=len(graph),
        edges=len(graph.edges),
        resolved=made.resolved,
        embedded=made.state.embedded,
        seconds={phase: round(spent, 4) for phase, spent in made.report.seconds.items()},
        rebuilt=made.rebuilt,
    )


def _is_folder(path: str, tree: Tree, difference: Difference) -> bool:
    """Whether files lie, or lay, below the path: what became of them is told for each."""
    below = path + "/"
    return any(one.startswith(below) for one in (*tree.files, *difference.removed))


def as_told(error: BaseException, what: str) -> XrayError:
    """The error as a client may read it; a fault of ours is logged and told as no more than that."""
    if isinstance(error, XrayError):
        return error
    _log.error("%s failed", what, exc_info=error)
    return ServerError(f"{what} failed", hint="the server's log says why")
