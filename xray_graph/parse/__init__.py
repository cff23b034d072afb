"""The stage that reads files: each into its FileFacts, never looking at another file.

The door is `parse_files`. Behind it, in the order a file takes: `reading` (keeps the order), `cache` (was
it read before?), `pool` and `process` (worker processes, and what they may use), `worker` (inside one),
then `extract` for code or a module of `documents`. `versions` knows which languages have a reader. Called
by the pipeline and by updates; nothing here resolves anything.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

# Only for types: this module is also imported by every worker, which needs none of it.
if TYPE_CHECKING:
    from xray_graph.config import ParseSettings
    from xray_graph.model import PackedFacts, SourceFile
    from xray_graph.parse.cache import FactsCache
    from xray_graph.parse.pool import Pool
    from xray_graph.report import Reporter

__all__ = ["parse_files"]


def parse_files(
    files: Iterable[tuple[SourceFile, bytes]],
    settings: ParseSettings,
    report: Reporter,
    *,
    cache: FactsCache | None = None,
    pool: Pool | None = None,
) -> Iterator[tuple[str, PackedFacts]]:
    """The facts of every file that has a reader, packed, as (path, facts) in the order of `files`.

    Args:
        files: each with its stored text in UTF-8. Taken one by one: at most a few megabytes of text
            are held, but the facts of files behind one that takes long wait for it.
        settings: workers, and what one file may cost.
        report: told of each file done, of its diagnostics, and of files that could not be read
            (`timeout`, `memory`, `crash`, `no-parser`); those are left out of the result.
        cache: the facts of earlier runs; the user's own when None.
        pool: workers that outlive the call; when None they are started if there is work for them,
            and ended with the iterator.

    Raises:
        BuildError: no worker could be started, or a language's grammar or query is broken.
    """
    from xray_graph.folders import caches
    from xray_graph.parse import versions
    from xray_graph.parse.cache import FactsCache
    from xray_graph.parse.pool import Pool
    from xray_graph.parse.reading import Reading

    with contextlib.ExitStack() as owned:
        if cache is None:
            cache = owned.enter_context(FactsCache(caches(), versions.facts_version()))
        if cache.trouble:
            report.note("the cache of facts could not be used as it was", where=cache.trouble)
        if pool is None:
            pool = owned.enter_context(Pool(settings))
        yield from Reading(report, cache, pool).run(files)
