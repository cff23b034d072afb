"""One update from end to end, by the one thread that writes: what changed, then the same way as a build.

    request ─▶ tree (which files, which bytes) ─▶ parse ─▶ resolve ─▶ graph, words, vectors ─▶ Version

A first build is the update of nothing. Nothing that a reader holds is ever changed: each update makes the
next Version beside the one before. When one fails, what resolving keeps between updates is taken back (or
made again from the facts), so the Version before stays whole and the next update starts from it.
Called by `live` only, from one thread at a time.
"""

from __future__ import annotations

import dataclasses
import gc
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.embed import Embedder, make_embedder
from xray_graph.errors import GraphError
from xray_graph.folders import caches
from xray_graph.model import PackedFacts, Repository, Skip, SourceFile
from xray_graph.parse import parse_files
from xray_graph.parse.cache import FactsCache
from xray_graph.parse.pool import Pool
from xray_graph.parse.versions import facts_version
from xray_graph.report import BuildReport, Recorder, Reporter
from xray_graph.resolve.incremental import Change, Resolved
from xray_graph.resolve.languages import is_config
from xray_graph.update import tree as trees
from xray_graph.update.inputs import Inputs, inputs_after
from xray_graph.update.partial import Reading
from xray_graph.update.resuming import Resuming
from xray_graph.update.state import State, described_anew, following, whole
from xray_graph.update.tree import Difference, Tree
from xray_graph.walk import git, walk

_MANY: Final = 200  # files from which the collector's passes are felt

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Made:
    """What one update gave."""

    state: State
    difference: Difference
    report: BuildReport
    resolved: int = 0  # files whose edges were worked out again, or are gone
    rebuilt: str = ""  # why all was made from the facts again


class Said(NamedTuple):
    """What the texts that changed say."""

    facts: dict[str, PackedFacts]
    lost: dict[str, Skip]  # why there are none


class Writer:
    """Makes states of one repository. Owns the workers and what resolving keeps between updates."""

    def __init__(self, root: Path, configure: Callable[[], BuildSettings]) -> None:
        self.root = root
        self._configure = configure
        self._cache = FactsCache(caches(), facts_version())
        self._resuming = Resuming(self._cache, root)
        self._pool: Pool | None = None
        self._resolved: Resolved | None = None  # of the last state; None: made again when it is needed
        self._embedder: tuple[EmbedSettings, Embedder | None] | None = None
        self.reading: Reading | None = None  # what a first build works on, once its files are read
        self._beside = ThreadPoolExecutor(1, thread_name_prefix="git")

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that are up."""
        return self._pool.workers if self._pool is not None else ()

    def write_cache(self) -> None:
        """Write the facts that were parsed since the last time, and what a first build found."""
        self._resuming.write()
        self._cache.flush()

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
        report = Recorder(BuildReport(), to)
        found = walk(self.root, settings.walk, report)
        report.stage("read")
        difference = trees.after_walk(None, found, settings.walk)
        facts: dict[str, PackedFacts] = {}
        label = settings.name or difference.tree.repository.name
        self.reading = Reading(label, difference.tree, facts, settings.embed.max_input_chars)
        try:
            said = self._parse(difference, settings, report, facts)
            return self._made(None, settings, difference, said, report)
        finally:
            self.reading = None

    def update(
        self, state: State, paths: Iterable[str], *, everywhere: bool, to: Reporter | None = None
    ) -> Made:
        """The state after `state`: with what is in `paths` now, or in the whole tree.

        `paths` are from the top, normal and inside the territory. With `everywhere` the whole tree is
        looked at, by stamps for the files that are not among them. When nothing changed the state's
        parts are the ones that were given.

        Raises:
            XrayError: it cannot be made; the next call may be given the same state.
        """
        account = BuildReport()
        report = Recorder(account, to)
        report.stage("look")
        settings = self._configure()
        if settings != state.inputs.settings:
            self._drop_pool()
            return dataclasses.replace(self.first(to), rebuilt="the settings changed")
        named = sorted(paths)
        look = settings.walk
        asked = difference = None
        if not everywhere and not trees.needs_walk(state.tree, named, look):
            asked = self._ask_git(state.tree.repository)
            difference = trees.after_edits(state.tree, named, look)
        if difference is not None:
            said = self._parse(difference, settings, report)
            repository = _standing(state.tree, asked)
            if repository is not None:
                difference.tree = dataclasses.replace(difference.tree, repository=repository)
                return self._made(state, settings, difference, said, report)
        found = walk(self.root, look, report)
        report.stage("look")
        difference = trees.after_walk(state.tree, found, look, named)
        return self._made(state, settings, difference, self._parse(difference, settings, report), report)

    def _ask_git(self, repository: Repository) -> Future[git.Standing] | None:
        """Git's answer, while we read and parse."""
        top, root = Path(repository.root), self.root.resolve()
        if not (top / ".git").exists():
            return None
        scope = b"" if root == top else str(root.relative_to(top)).encode(errors="surrogateescape")
        return self._beside.submit(git.standing, top, scope)

    # --- from files to a state --------------------------------------------------------------------

    def _made(
        self,
        before: State | None,
        settings: BuildSettings,
        difference: Difference,
        said: Said,
        report: Recorder,
    ) -> Made:
        tree = difference.tree
        if before is not None and difference.is_empty and tree.repository == before.tree.repository:
            report.close()
            inputs = dataclasses.replace(before.inputs, tree=tree)
            return Made(dataclasses.replace(before, inputs=inputs, embedded=0), difference, report.report)
        inputs = inputs_after(
            None if before is None else before.inputs, settings, difference, said.facts, said.lost
        )
        pipeline.refuse_code_alone(tree.repository.root, inputs.facts, inputs.lost.values())
        embedder = self._embedder_of(settings)
        rebuilt = "" if before is None else self._why_whole(before, inputs)
        report.stage("resolve")
        if before is None or rebuilt:
            return self._whole(inputs, difference, embedder, report, rebuilt)
        if difference.is_empty:
            report.close()
            return Made(described_anew(before, inputs, embedder), difference, report.report)
        redone = self._apply(before.inputs, inputs, difference)
        try:
            state = following(before, inputs, difference, redone, self._kept(), embedder, report)
        except GraphError as error:
            _log.error("an update did not fit together, all is made again: %s", error)
            return self._whole(inputs, difference, embedder, report, f"the pieces did not fit: {error}")
        except BaseException:
            self._take_back(before.inputs, inputs, difference)
            raise
        report.close()
        return Made(state, difference, report.report, len(redone))

    def _whole(
        self, inputs: Inputs, difference: Difference, embedder: Embedder | None, report: Recorder, why: str
    ) -> Made:
        """All of it from the facts."""
        self._resolved = None
        with pipeline.collector_off():
            resolved = self._resuming.resolved(inputs, anew=bool(why))
            redone = len(resolved.edges)
            try:
                state = whole(inputs, resolved, embedder, report)
            except GraphError as error:
                if not self._resuming.took_up:
                    raise
                _log.error("what was kept does not fit, all is made again: %s", error)
                return self._whole(
                    inputs, difference, embedder, report, f"what was kept did not fit: {error}"
                )
            resolved.prepare()
        self._resolved = resolved
        if redone > _MANY:
            _settle_memory()
        report.close()
        return Made(state, difference, report.report, redone, why)

    def _why_whole(self, before: State, inputs: Inputs) -> str:
        """Why there is nothing to go on from, if so."""
        if self._resolved is None:
            return "an update before it failed"
        return "" if before.inputs.label == inputs.label else "the label changed"

    def _kept(self) -> Resolved:
        assert self._resolved is not None
        return self._resolved

    def _embedder_of(self, settings: BuildSettings) -> Embedder | None:
        """The embedder of the settings, opened once."""
        if self._embedder is None or self._embedder[0] != settings.embed:
            self._embedder = (settings.embed, make_embedder(settings.embed))
        return self._embedder[1]

    def _parse(
        self,
        difference: Difference,
        settings: BuildSettings,
        report: Recorder,
        found: dict[str, PackedFacts] | None = None,
    ) -> Said:
        """The facts of the texts that changed, put into `found` as they come, and why some have none."""
        found = {} if found is None else found
        tree = difference.tree
        for path in sorted(difference.read):
            seen = tree.files[path]
            if seen.found.has_content and seen.skip:
                report.skip(seen.skip)
            for diagnostic in seen.diagnostics:
                report.diagnostic(path, diagnostic)
        texts: list[tuple[SourceFile, bytes]] = [
            (tree.files[path].file, tree.sources[path])
            for path in sorted(difference.changed)
            if path in tree.sources
        ]
        report.stage("parse", len(texts))
        if self._pool is None:
            self._pool = Pool(settings.parse)
        try:
            found.update(parse_files(texts, settings.parse, report, cache=self._cache, pool=self._pool))
        except BaseException:
            self._drop_pool()
            raise
        lost = {
            file.path: skip
            for file, _ in texts
            if file.path not in found and (skip := report.report.skipped.get(file.path))
        }
        return Said(found, lost)

    def _drop_pool(self) -> None:
        if self._pool is not None:
            self._pool.close()
            self._pool = None

    # --- what resolving keeps -------------------------------------------------------------------

    def _apply(self, old: Inputs, new: Inputs, difference: Difference) -> set[str]:
        """Take the difference in. Returns the files whose edges were worked out again, or are gone."""
        resolved = self._kept()
        self._resolved = None  # until it is through
        changed = difference.changed
        facts = {path: new.facts[path] for path in changed if path in new.facts}
        lost = {path for path in changed if path in old.facts and path not in facts}
        added = {path for path in changed if path not in old.tree.files} | lost
        configs = {path: new.tree.sources.get(path) for path in changed if is_config(path)}
        redone: set[str] = set()
        if lost:
            redone |= resolved.apply(Change(removed=set(lost)))
        redone |= resolved.apply(Change(added, facts, configs, set(difference.removed)))
        self._resolved = resolved
        return redone

    def _take_back(self, before: Inputs, after: Inputs, difference: Difference) -> None:
        """Undo what resolving took in, or at least let it be made again."""
        if self._resolved is None:
            return
        touched = difference.changed | difference.removed
        old = before.tree.files
        back = Difference(
            before.tree,
            set(),
            {path for path in touched if path in old},
            {p for p in touched if p not in old},
        )
        try:
            for path in self._apply(after, before, back):
                if path in self._kept().edges:  # the graph that is served holds them
                    one = self._kept().edges[path]
                    one.nodes, one.edges, one.turns = [], [], []
        except Exception:  # noqa: BLE001 - whatever it is, the facts are there to start from
            _log.exception("an update could not be taken back; the next makes all again")
            self._resolved = None


def _settle_memory() -> None:
    """Let the cyclic collector pass over what a map keeps for good.

    Else it looks through all of it every now and then, for a quarter of a second at a thousand files, while
    readers wait. What an earlier map left is collected first.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


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
