"""What a server serves: snapshots as they are, and repositories, which it keeps current.

A repository that was built before answers from its old map until the new one is there; one that was not
is listed as "building". Nothing here waits for a build, so the first handshake does not either. Used by
`serve` and `mcp`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import click

from xray_graph.cli import embedding as embeddings
from xray_graph.cli import locate
from xray_graph.cli.build import task
from xray_graph.cli.progress import Lines, progress
from xray_graph.errors import NotFoundError, SealError, UsageError
from xray_graph.report import Shown

if TYPE_CHECKING:
    from xray_graph.config import BuildSettings
    from xray_graph.route import Catalog
    from xray_graph.serve.holding import Hold
    from xray_graph.serve.household import Household
    from xray_graph.serve.keeper import Keeper, Source
    from xray_graph.serve.transport import Server
    from xray_graph.snapshot import Opening

_OWN_EMBEDDER: Final[Mapping[str, Any]] = MappingProxyType(dict.fromkeys(embeddings.FLAGS))
_OPTIONS = (
    click.option("-o", "--output", metavar="DIR", help="Where maps of repositories are written."),
    click.option(
        "--snapshot-recipient",
        multiple=True,
        metavar="R",
        help="Seal maps of repositories: age1…, ssh-ed25519 …, or a file of such lines. May be repeated.",
    ),
    click.option(
        "--no-watch", is_flag=True, help="Take changes in only when `update` or a git hook tells of them."
    ),
    click.option(
        "--flush-after",
        type=click.FloatRange(min=0),
        default=10.0,
        show_default=True,
        metavar="SECONDS",
        help="Write a map this long after its last change. 0: only on request and at the end.",
    ),
)


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of live repositories; they reach the command by their names."""
    command = embeddings.options(command)
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def gather(
    arguments: Sequence[str],
    start: Path,
    *,
    output: str | None = None,
    snapshot_recipient: Sequence[str] = (),
    opening: Opening | None = None,
    no_watch: bool = False,
    flush_after: float = 10.0,
    viewed_from_here: bool = False,
    embedding: Mapping[str, Any] = _OWN_EMBEDDER,
) -> Household:
    """What was asked for, with nothing started yet.

    A file is a snapshot; a folder is a repository, or a folder of maps when it holds snapshots and is
    not the top of a work tree. A snapshot of a repository that is served live is left out. Without
    arguments, the maps of `start`. `viewed_from_here`: all questions
    come from somebody who stands in `start`. `embedding`: the flags of who embeds.

    Raises:
        UsageError: two arguments mean one map.
        XrayError: an argument is not there, or a snapshot cannot be read.
    """
    from xray_graph.embed import opener
    from xray_graph.retrieve import Questions
    from xray_graph.route import Viewpoint, open_atlas
    from xray_graph.serve.household import Household
    from xray_graph.serve.keeper import Keeper
    from xray_graph.snapshot import OPENLY

    opening = opening or OPENLY
    settings = embeddings.read(embedding)
    embeddings.tell(settings)
    questions = Questions(opener(settings))
    roots = [Path(value) for value in arguments if _is_repository(Path(value))]
    others = [value for value in arguments if not _is_repository(Path(value))]
    chosen = locate.choose(others, start, labels=False).files if others or not roots else ()
    viewpoint = Viewpoint(start) if viewed_from_here else None
    try:
        atlas = open_atlas(chosen, viewpoint, opening, questions=questions)
    except SealError as error:
        if not roots:
            raise
        logging.getLogger(__name__).warning("%s: not served: %s", error.where, error.advice)
        atlas = open_atlas((), viewpoint, questions=questions)
    keepers = []
    real = list(dict.fromkeys(_real(root) for root in roots))
    _leave_twins(atlas.catalog, real)
    one_by_one = threading.Lock()
    for root in real:
        shown = progress(root.name) if len(real) == 1 else Lines(root.name)  # a terminal shows one bar
        given = {"output": output, "snapshot_recipient": snapshot_recipient, **embedding}
        source = _source(root, given, shown, opening)
        keeper = Keeper(source, watch=not no_watch, quiet=flush_after, gate=one_by_one)
        atlas.catalog.put(keeper.entry)
        keepers.append(keeper)
    return Household(atlas, keepers)


def folder_of(house: Household, output: str | None) -> Path | None:
    """The folder of the maps: where they are written, else where the first one lies."""
    if output:
        return Path(output)
    folders = [keeper.source.folder for keeper in house.keepers if keeper.source.folder is not None]
    folders += [Path(entry.where).parent for entry in house.atlas.catalog if Path(entry.where).is_file()]
    return folders[0] if folders else None


def answer_others(house: Household, server: Server) -> Callable[[Keeper, Hold], None]:
    """What a keeper calls when others may ask: `server` answers on its socket."""

    def taken(keeper: Keeper, hold: Hold) -> None:
        from xray_graph.serve.app import build_socket_app

        if hold.listener is not None:
            server.answer_on(hold.listener, build_socket_app(house.narrowed(keeper)))

    return taken


def _leave_twins(catalog: Catalog, roots: Sequence[Path]) -> None:
    """Take out the snapshots of folders that are kept live."""
    from xray_graph.route import StoredEntry
    from xray_graph.route.twins import is_twin

    for entry in catalog:
        root = next((r for r in roots if isinstance(entry, StoredEntry) and is_twin(entry, r)), None)
        if root is not None:
            catalog.remove(entry)
            logging.getLogger(__name__).warning(
                "%s: the map %s is not asked: it is of %s, which is kept live", entry.where, entry.label, root
            )


def _is_repository(path: Path) -> bool:
    return path.is_dir() and ((path / ".git").exists() or not locate.snapshots_in(path))


def _real(root: Path) -> Path:
    try:
        return root.resolve(strict=True)
    except OSError as error:
        raise NotFoundError(f"cannot be served: {error.strerror or error}", where=str(root)) from error


def _source(root: Path, flags: Mapping[str, Any], shown: Shown, opening: Opening) -> Source:
    from xray_graph.config import build_settings
    from xray_graph.route.viewpoint import repository_name
    from xray_graph.serve.keeper import Source

    each = task(root, flags)
    folder = each.folder
    if folder is None:
        try:
            folder = locate.default_output(root)
        except UsageError as error:
            logging.getLogger(__name__).warning("%s: the map is kept in memory alone: %s", root, error)

    def configure() -> BuildSettings:
        return build_settings(root, flags)

    return Source(root, each.settings.name or repository_name(root), configure, folder, shown, opening)
