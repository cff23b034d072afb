"""One update from end to end, by the one thread that writes: what changed, then the same way as a build.

    request ─▶ tree (which files, which bytes) ─▶ parse ─▶ resolve ─▶ graph, words, vectors ─▶ Version

A first build is the update of nothing. Nothing that a reader holds is ever changed: each update makes the
next Version beside the one before. When one fails, what resolving keeps between updates is taken back (or
made again from the facts), so the Version before stays whole and the next update starts from it.
Called by `live` only, from one thread at a time.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import msgspec

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.embed import make_embedder
from xray_graph.model import Diagnostic, PackedFacts, Repository, Skip, SourceFile
from xray_graph.parse import parse_files
from xray_graph.parse.cache import FactsCache, folder
from xray_graph.parse.pool import Pool
from xray_graph.parse.versions import facts_version
from xray_graph.report import BuildReport, Recorder, Reporter
from xray_graph.resolve.incremental import Change, Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.snapshot import MapParts
from xray_graph.update import tree as trees
from xray_graph.update.tree import Difference, Tree
from xray_graph.walk import Walk, git, walk


@dataclass(frozen=True, slots=True)
class State:
    """All that one Version was made of. Immutable; shared between versions where nothing changed."""

    settings: BuildSettings
    label: str
    tree: Tree
    facts: Mapping[str, PackedFacts]
    lost: Mapping[str, Skip]  # files with a text that could not be parsed
    parts: MapParts


@dataclass(frozen=True, slots=True)
class Made:
    """What one update gave."""

    state: State
    difference: Difference
    report: BuildReport
    resolved: int = 0
    embedded: int = 0
    rebuilt: str = ""


class Writer:
    """Makes states of one repository. Owns the workers and what resolving keeps between updates."""

    def __init__(self, root: Path, configure: Callable[[], BuildSettings]) -> None:
        self.root = root
        self._configure = configure
        self._cache = FactsCache(folder(), facts_version())
        self._pool: Pool | None = None
        self._resolved: Resolved | None = None  # of the last state; None: made again when it is needed
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="git")

    def close(self) -> None:
        """End the workers and write what the cache of facts still holds."""
        self._drop_pool()
        self._beside.shutdown(wait=False, cancel_futures=True)
        self._cache.close()

    def first(self, to: Reporter | None = None) -> Made:
        """The state of the repository as it is now, from nothing but the cache of facts.

        Raises:
            BuildError, UsageError, EmbeddingError: as pipeline.build.
        """
        settings = self._configure()
        account = BuildReport()
        report = Recorder(account, to)
        found = walk(self.root, settings.walk, report)
        difference = trees.after_walk(None, found, settings.walk)
        self._resolved = None
        return self._make(None, settings, difference, report, account)

    def update(
        self, state: State, paths: Iterable[str], *, everywhere: bool, to: Reporter | None = None
    ) -> Made:
        """The state after `state`: with what is in `paths` now, or in the whole tree.

        `paths` are from the top, normal and inside the territory. With `everywhere` the whole tree is
        looked at, by stamps for the files that are not among them.

        Raises:
            XrayError: it cannot be made; the next call may be given the same state.
        """
        account = BuildReport()
        report = Recorder(account, to)
        report.stage("look")
        settings = self._configure()
        if settings != state.settings:
            self._drop_pool()
            made = self.first(to)
            return dataclasses.replace(made, rebuilt="the settings changed")
        difference = self._difference(state, list(paths), everywhere, report)
        if difference.is_empty and difference.tree.repository == state.tree.repository:
            report.close()
            return Made(dataclasses.replace(state, tree=difference.tree), difference, account)
        return self._make(state, settings, difference, report, account)

    # --- which files ----------------------------------------------------------------------------

    def _difference(self, state: State, paths: list[str], everywhere: bool, report: Reporter) -> Difference:
        settings, tree = state.settings.walk, state.tree
        if not everywhere and not trees.needs_walk(tree, paths, settings):
            standing = self._ask_git(tree.repository)
            difference = trees.after_edits(tree, paths, settings)
            repository = _standing(tree, standing)
            if difference is not None and repository is not None:
                difference.tree = dataclasses.replace(difference.tree, repository=repository)
                return difference
        return trees.after_walk(tree, self._walk(settings_of=state, report=report), settings, paths)

    def _walk(self, settings_of: State, report: Reporter) -> Walk:
        found = walk(self.root, settings_of.settings.walk, report)
        report.stage("look")
        return found

    def _ask_git(self, repository: Repository) -> Future[git.Standing] | None:
        """Git's answer, while we read."""
        top, root = Path(repository.root), self.root.resolve()
        if not (top / ".git").exists():
            return None
        scope = b"" if root == top else str(root.relative_to(top)).encode(errors="surrogateescape")
        return self._beside.submit(git.standing, top, scope)

    # --- from files to a state --------------------------------------------------------------------

    def _make(
        self,
        before: State | None,
        settings: BuildSettings,
        difference: Difference,
        report: Recorder,
        account: BuildReport,
    ) -> Made:
        tree = difference.tree
        label = account.label = settings.name or tree.repository.name
        for path in sorted(difference.read):
            seen = tree.files[path]
            if seen.found.has_content and seen.skip:
                report.skip(seen.skip)
            for diagnostic in seen.diagnostics:
                report.diagnostic(path, diagnostic)
        fresh, lost = self._parse(difference, settings, report)
        facts: dict[str, PackedFacts] = {} if before is None else dict(before.facts)
        gone = difference.changed | difference.removed
        for path in gone:
            facts.pop(path, None)
        facts.update(fresh)
        kept_lost = {} if before is None else {p: s for p, s in before.lost.items() if p not in gone}
        report.stage("resolve")
        rebuilt = ""
        if self._resolved is None:
            rebuilt = "" if before is None else "an update before it failed"
            self._resolved = self._resolve_all(tree, facts)
            redone = set(self._resolved.edges)
        else:
            assert before is not None
            redone = self._resolve(before, difference, fresh)
        try:
            files = tuple(seen.file for seen in tree.files.values())
            report.stage("graph")
            graph = pipeline.graph_of(label, files, self._resolved)
            embedder = make_embedder(settings.embed)
            whole = Recorder(_account(label, tree, facts, {**kept_lost, **lost}, self._resolved))
            parts = pipeline.indexed(graph, tree.sources, tree.repository, settings, embedder, whole)
        except BaseException:
            self._take_back(before, difference)
            raise
        report.close()
        embedded = 0 if parts.vectors is None else len(parts.vectors.ids)
        state = State(settings, label, tree, facts, {**kept_lost, **lost}, parts)
        return Made(state, difference, account, len(redone), embedded, rebuilt)

    def _parse(
        self, difference: Difference, settings: BuildSettings, report: Recorder
    ) -> tuple[dict[str, PackedFacts], dict[str, Skip]]:
        """The facts of the texts that changed, and why some have none."""
        tree = difference.tree
        texts: list[tuple[SourceFile, bytes]] = [
            (tree.files[path].file, tree.sources[path])
            for path in sorted(difference.changed)
            if path in tree.sources
        ]
        report.stage("parse", len(texts))
        if self._pool is None:
            self._pool = Pool(settings.parse)
        try:
            found = dict(parse_files(texts, settings.parse, report, cache=self._cache, pool=self._pool))
        except BaseException:
            self._drop_pool()
            raise
        lost = {
            file.path: skip
            for file, _ in texts
            if file.path not in found and (skip := report.report.skipped.get(file.path))
        }
        return found, lost

    def _drop_pool(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    def _resolve_all(self, tree: Tree, facts: Mapping[str, PackedFacts]) -> Resolved:
        configs = {path: data for path, data in tree.sources.items() if is_config(path)}
        resolved = full(tree.files, facts, configs, live=True)
        resolved.prepare()
        return resolved

    def _resolve(self, before: State, difference: Difference, fresh: Mapping[str, PackedFacts]) -> set[str]:
        """Take the difference in. Returns the files whose edges were worked out again, or are gone."""
        return self._apply(before.tree, before.facts, difference.tree, fresh, difference)

    def _apply(
        self,
        old: Tree,
        old_facts: Mapping[str, PackedFacts],
        new: Tree,
        fresh: Mapping[str, PackedFacts],
        difference: Difference,
    ) -> set[str]:
        assert self._resolved is not None
        resolved, self._resolved = self._resolved, None  # until it is through
        lost = {p for p in difference.changed if p in old.files and p in old_facts and p not in fresh}
        configs = {p: new.sources.get(p) for p in difference.changed if is_config(p)}
        redone: set[str] = set()
        if lost:
            redone |= resolved.apply(Change(removed=set(lost)))
        added = {p for p in difference.changed if p not in old.files} | lost
        facts = {p: one for p, one in fresh.items() if old_facts.get(p) != one}
        redone |= resolved.apply(Change(added, facts, configs, set(difference.removed)))
        self._resolved = resolved
        return redone

    def _take_back(self, before: State | None, difference: Difference) -> None:
        """Undo what resolving took in, or at least let it be made again."""
        if before is None or self._resolved is None:
            self._resolved = None
            return
        old = before.tree
        reverse = Difference(
            old,
            set(),
            {p for p in difference.changed | difference.removed if p in old.files},
            {p for p in difference.changed if p not in old.files},
        )
        now = {p: view.packed for p, view in self._resolved.project.views.items()}
        fresh = {p: before.facts[p] for p in reverse.changed if p in before.facts}
        try:
            self._apply(difference.tree, now, old, fresh, reverse)
        except Exception:  # noqa: BLE001 - whatever it is, the facts are there to start from
            self._resolved = None


def _account(
    label: str,
    tree: Tree,
    facts: Mapping[str, PackedFacts],
    lost: Mapping[str, Skip],
    resolved: Resolved,
) -> BuildReport:
    """The account that a build of this tree would give."""
    account = BuildReport(label)
    account.add_files(seen.file for seen in tree.files.values())
    account.skipped.update(tree.skips)
    account.skipped.update(lost)
    for path, seen in tree.files.items():
        if seen.skip is not None:
            account.skipped[path] = seen.skip
        found = [*seen.diagnostics, *(facts[path].head.diagnostics if path in facts else ())]
        if path in resolved.edges and resolved.edges[path].failure:
            found.append(Diagnostic("not-resolved", resolved.edges[path].failure))
        if found:
            account.diagnostics[path] = found
    pipeline.count_calls(resolved, account)
    return account


def _standing(tree: Tree, answer: Future[git.Standing] | None) -> Repository | None:
    """The repository as git sees it now; None when it stands elsewhere and a walk must tell."""
    repository = tree.repository
    if answer is None:
        return repository
    try:
        now = answer.result()
    except git.Refusal:
        return None
    if (now.commit, now.branch) != (repository.commit, repository.branch):
        return None
    own = any(path.decode(errors="backslashreplace") in tree.files for path in now.untracked)
    return msgspec.structs.replace(repository, dirty=now.changed or own)
