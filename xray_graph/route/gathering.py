"""An atlas of snapshots that are at hand: those that cannot be opened for want of a key are left out.

Called by the command line, for questions and for servers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from pathlib import Path

from xray_graph.errors import SealError
from xray_graph.retrieve import Questions
from xray_graph.route.atlas import Atlas
from xray_graph.route.catalog import Catalog
from xray_graph.route.viewpoint import Viewpoint
from xray_graph.snapshot import OPENLY, Opening

_log = logging.getLogger(__name__)


def open_atlas(
    files: Iterable[Path],
    viewpoint: Viewpoint | None = None,
    opening: Opening = OPENLY,
    warn: Callable[[str], object] = _log.warning,
    questions: Questions | None = None,
) -> Atlas:
    """An atlas of these snapshots, registered by their headers; `questions` embeds what is asked.

    A sealed one that no key opens is left out, as long as there are others, and `warn` is told.

    Raises:
        UsageError: two of them hold maps of one label.
        SealError: no key opens any of them.
        XrayError: a header cannot be read.
    """
    catalog = Catalog(opening=opening)
    locked: list[SealError] = []
    for path in files:
        try:
            catalog.add(path)
        except SealError as error:
            locked.append(error)
    if locked and not len(catalog):
        raise locked[0]
    for each in locked:
        warn(f"{each.where}: not asked: {each.advice}")
    return Atlas(catalog, questions, viewpoint)
