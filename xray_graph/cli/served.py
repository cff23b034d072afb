"""What a server serves: snapshots as they are, and repositories, which are built beside the answering.

A repository that was built before answers from its old map until the new one is there; one that was
not is listed as "building". Nothing here waits for a build, so the first handshake does not either.
Used by `serve` and `mcp`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from xray_graph.cli import locate
from xray_graph.cli.build import Task, make, task
from xray_graph.errors import BuildError, UsageError, XrayError

if TYPE_CHECKING:
    from xray_graph.route import Atlas, Catalog

_log = logging.getLogger(__name__)


class Pending(NamedTuple):
    """A repository to build, and the label under which it is listed until its own is known."""

    label: str
    task: Task


def gather(
    arguments: Sequence[str], start: Path, flags: Mapping[str, Any]
) -> tuple[Atlas, tuple[Pending, ...]]:
    """The atlas of what was asked for, and what is still to be built for it.

    A file is a snapshot; a folder is a repository, or a folder of maps when it holds snapshots and is
    not the top of a work tree. Without arguments, the maps of `start`.

    Raises:
        UsageError: two arguments mean one map.
        XrayError: an argument is not there, or a snapshot cannot be read.
    """
    from xray_graph.route import open_atlas

    roots = [Path(value) for value in arguments if _is_repository(Path(value))]
    others = [value for value in arguments if not _is_repository(Path(value))]
    chosen = locate.choose(others, start, labels=False).files if others or not roots else ()
    atlas = open_atlas(chosen)
    return atlas, tuple(_pending(atlas.catalog, root, flags) for root in roots)


def start_builds(atlas: Atlas, builds: Sequence[Pending]) -> None:
    """Build on a thread of its own, one after the other; the catalog tells how it stands."""
    if builds:
        threading.Thread(target=_build_all, args=(atlas.catalog, builds), name="build", daemon=True).start()


def _is_repository(path: Path) -> bool:
    return path.is_dir() and ((path / ".git").exists() or not locate.snapshots_in(path))


def _pending(catalog: Catalog, root: Path, flags: Mapping[str, Any]) -> Pending:
    each = task(root, flags)
    before = locate.snapshots_in(each.folder or root / locate.FOLDER)
    # The folder may hold other maps as well; with one label given, only that one is meant.
    wanted = [file for file in before if each.settings.name in {"", file.name.removesuffix(locate.SUFFIX)}]
    for file in wanted:
        catalog.add(file)
    label = each.settings.name or root.resolve().name
    if not wanted:
        if label in catalog.labels():
            raise UsageError(
                f"two maps would be labelled {label!r}", where=str(root), hint="serve them apart"
            )
        catalog.announce(label)
    return Pending(label, each)


def _build_all(catalog: Catalog, builds: Sequence[Pending]) -> None:
    for label, each in builds:
        try:
            _, file, _ = make(each, taken={})
            catalog.settle(label, file)
        except XrayError as error:
            _log.warning("%s could not be built: %s", label, error)
            catalog.fail(label, error)
        except Exception:  # noqa: BLE001 - a fault of ours in one build must not end the others
            _log.exception("%s could not be built", label)
            catalog.fail(label, BuildError("the build failed", hint="the server's log says why"))
