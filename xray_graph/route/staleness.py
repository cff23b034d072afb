"""Which files of a work tree are other than in the map that lies in it.

A file that was written since the map was, or a moment before, while it was being built, is read and compared,
so that a `touch` or a checkout of the same text is no news. Files that are new are not found: that takes a
walk. Called by `stored`, for maps in the folder that `build` writes to when it is told no other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from xray_graph.config import WalkSettings
from xray_graph.model import SourceFile
from xray_graph.snapshot import Map
from xray_graph.walk import Reader
from xray_graph.walk.paths import lstat

_READ: Final = 50  # files that are read to be sure
_BUILDING_NS: Final = 60 * 10**9  # for which a build may have gone on after it read a file


def stale_files(map_: Map, root: Path, written_ns: int) -> tuple[str, ...]:
    """Paths of the map whose file is another, or gone, in order.

    Args:
        map_: the map.
        root: the folder that its paths count from.
        written_ns: when it was written.
    """
    graph, sources = map_.graph, map_.sources
    found: list[str] = []
    looked = 0
    with Reader(root, WalkSettings()) as reader:
        for path in graph.path_list:
            if path not in sources:
                continue
            status = lstat(root, path)
            if status is None:
                found.append(path)
                continue
            touched = max(status.st_mtime_ns, status.st_ctime_ns)
            if touched < written_ns - _BUILDING_NS:
                continue
            looked += 1
            if looked > _READ:
                is_other = touched >= written_ns
            else:
                language = graph.language(graph.nodes_of(path).start)
                file = SourceFile(path, language, status.st_size, ())
                is_other = reader.read(file).data != sources[path]
            if is_other:
                found.append(path)
    return tuple(found)
