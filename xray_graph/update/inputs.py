"""What the files of a tree say: their facts, and what became of each file. Made anew of what changed.

Called by `writer` and `resuming`, which have read and parsed them, and by `state`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.model import Diagnostic, PackedFacts, Skip
from xray_graph.report import BuildReport, CallCounts
from xray_graph.resolve.incremental import Resolved
from xray_graph.update.calls import CallTotals
from xray_graph.update.tree import Difference, Tree


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the files of a tree say. Immutable."""

    settings: BuildSettings
    tree: Tree
    facts: Mapping[str, PackedFacts]
    lost: Mapping[str, Skip]  # files with a text that could not be parsed

    @property
    def label(self) -> str:
        return self.settings.name or self.tree.repository.name

    def account(self, calls: CallTotals, failures: Mapping[str, str]) -> BuildReport:
        """The account that a build of this tree gives."""
        tree = self.tree
        account = BuildReport(self.label)
        account.add_files(seen.file for seen in tree.files.values())
        account.skipped.update(tree.skips)
        account.skipped.update(self.lost)
        for path, seen in tree.files.items():
            if seen.skip is not None:
                account.skipped[path] = seen.skip
            facts = self.facts.get(path)
            found = [*seen.diagnostics, *(facts.head.diagnostics if facts is not None else ())]
            if path in failures:
                found.append(Diagnostic("not-resolved", failures[path]))
            if found:
                account.diagnostics[path] = found
        for language, counts in calls.by_language():
            account.count_calls(language, CallCounts(**counts))
        return account


def inputs_after(
    before: Inputs | None,
    settings: BuildSettings,
    difference: Difference,
    facts: Mapping[str, PackedFacts],
    lost: Mapping[str, Skip],
) -> Inputs:
    """What the files say after a difference; `facts` and `lost` are of the texts that changed."""
    gone = difference.changed | difference.removed
    all_facts: dict[str, PackedFacts] = {} if before is None else dict(before.facts)
    old_lost: Mapping[str, Skip] = {} if before is None else before.lost
    for path in gone:
        all_facts.pop(path, None)
    all_facts.update(facts)
    kept = {path: skip for path, skip in old_lost.items() if path not in gone}
    return Inputs(settings, difference.tree, all_facts, {**kept, **lost})


def calls_of(resolved: Resolved, paths: Iterable[str]) -> dict[str, tuple[str, dict[str, int]] | None]:
    """Language and counts of the calls in each file; None for one that is gone."""
    found: dict[str, tuple[str, dict[str, int]] | None] = {}
    for path in paths:
        result, view = resolved.edges.get(path), resolved.project.views.get(path)
        if result is None or view is None:
            found[path] = None
        else:
            found[path] = view.head.language, pipeline.calls_of(result)
    return found


def failures_after(before: Mapping[str, str], resolved: Resolved, paths: Iterable[str]) -> dict[str, str]:
    found = dict(before)
    for path in paths:
        result = resolved.edges.get(path)
        if result is not None and result.failure:
            found[path] = result.failure
        else:
            found.pop(path, None)
    return found
