"""What resolving found, kept beside the facts, so that a server that starts again goes on from there.

The record of a repository's last whole resolving lies in the cache of facts, under the repository's root
and the version of everything that decides it. What is different by now is then an ordinary change to it;
without a record, or without the facts that it speaks of, all is resolved. Called by `writer`.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Final

from xray_graph.model import PackedFacts
from xray_graph.parse.cache import FactsCache
from xray_graph.parse.documents import roles
from xray_graph.resolve import record
from xray_graph.resolve.incremental import Change, Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.resolve.record import Record
from xray_graph.update.inputs import Inputs
from xray_graph.update.tree import Tree

_log = logging.getLogger(__name__)

_MOST: Final = 0.5  # of the files, that may be others than in a record
_AGAIN: Final = 0.1  # of the files, resolved again: then the record is made anew


class Resuming:
    """The record of one repository."""

    def __init__(self, cache: FactsCache, root: Path) -> None:
        self._cache = cache
        self._key = cache.key(f"resolved {record.version().hex()}", os.fsencode(root.resolve()))
        self._pending: Record | None = None
        self.took_up = False  # whether what was found last rests on a record

    def resolved(self, inputs: Inputs, *, anew: bool = False) -> Resolved:
        """The repository as its files are now; with what was found before, if it need not be made `anew`."""
        found = None
        if not anew:
            try:
                found = self._resumed(inputs)
            except Exception:  # noqa: BLE001 - whatever it is, the facts are there to start from
                _log.exception("what was kept cannot be taken up; all is resolved")
        self.took_up = found is not None
        if found is None:
            found = full(inputs.tree.files, inputs.facts, _configs(inputs.tree), live=True)
            self._note(found, inputs)
        return found

    def write(self) -> None:
        """Put what is to be kept into the cache."""
        pending, self._pending = self._pending, None
        packed = None if pending is None else record.packed(pending)
        if packed is not None:
            self._cache.put(self._key, packed)

    def _resumed(self, inputs: Inputs) -> Resolved | None:
        """None when nothing was kept, or not all of what it takes."""
        packed = self._cache.blob(self._key)
        kept = None if packed is None else record.unpacked(packed)
        if kept is None:
            return None
        now = self._facts_keys(inputs)
        changed = {path for path in now if now[path] != kept.facts.get(path)}
        if len(changed) + len(kept.facts.keys() - now.keys()) > _MOST * len(now):
            return None  # so much that to compare it with what was costs more than it saves
        then: dict[str, PackedFacts] = {}
        for path, key in kept.facts.items():
            facts = inputs.facts[path] if now.get(path) == key else self._cache.get(key)
            if facts is None:
                return None
            then[path] = facts
        configs = _configs(inputs.tree)
        resolved = record.resolved_from(kept, then, configs)
        redone = _apply(resolved, kept, inputs, changed)
        if len(redone) > _AGAIN * len(resolved.edges):
            self._note(resolved, inputs)
        return resolved

    def _note(self, resolved: Resolved, inputs: Inputs) -> None:
        """Keep what was found until `write`, as long as no graph has taken it."""
        tree = inputs.tree
        self._pending = record.record_of(resolved, tree.files, self._facts_keys(inputs), _configs(tree))

    def _facts_keys(self, inputs: Inputs) -> dict[str, bytes]:
        files, sources = inputs.tree.files, inputs.tree.sources
        return {
            path: self._cache.key(roles.dialect(path, files[path].file.language), sources[path])
            for path in inputs.facts
        }


def _apply(resolved: Resolved, kept: Record, inputs: Inputs, changed: set[str]) -> set[str]:
    """Take in what is different from the record."""
    files, before = inputs.tree.files, set(kept.paths)
    lost = {path for path in kept.facts if path in files and path not in inputs.facts}
    redone: set[str] = set()
    if lost:
        redone |= resolved.apply(Change(removed=lost), in_parts=False)
    configs: dict[str, bytes | None] = {
        path: data
        for path, data in _configs(inputs.tree).items()
        if kept.configs.get(path) != record.digest_of(data)
    }
    configs.update((path, None) for path in kept.configs if path not in inputs.tree.sources and path in files)
    change = Change(
        (files.keys() - before) | lost,
        {path: inputs.facts[path] for path in changed},
        configs,
        before - files.keys(),
    )
    return redone | resolved.apply(change, in_parts=False)


def _configs(tree: Tree) -> dict[str, bytes]:
    return {path: data for path, data in tree.sources.items() if is_config(path)}
