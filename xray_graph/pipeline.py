"""The whole way on one page: from a folder to a map, and from a map to its file.

    walk ─▶ read and parse ─▶ resolve ─▶ graph ─▶ words ─▶ vectors ─▶ snapshot

Each stage is a call; nothing is decided here. `update` goes the same way with what changed. Called by the
command line and the server.
"""

from __future__ import annotations

import contextlib
import gc
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import asdict

import xray_graph
from xray_graph.config import BuildSettings
from xray_graph.embed import (
    CorpusEmbedder,
    MapSummary,
    WordCounts,
    cache_for,
    embed_nodes,
    make_embedder,
    seeds_of,
    summarise,
)
from xray_graph.errors import BuildError, XrayError
from xray_graph.folders import MAP_SUFFIX
from xray_graph.graph import Graph, build_graph
from xray_graph.index import WordIndex, hnsw
from xray_graph.lexicon import read_corpus
from xray_graph.memory import give_back, keep_large_apart
from xray_graph.model import Diagnostic, PackedFacts, Repository, Skip, SkipReason, SourceFile
from xray_graph.parse import parse_files
from xray_graph.parse.versions import grammar_versions
from xray_graph.report import BuildReport, CallCounts, Recorder, Reporter
from xray_graph.resolve.incremental import Resolved, full
from xray_graph.resolve.languages import is_config
from xray_graph.resolve.resolution import file_node, package_edges, package_nodes
from xray_graph.snapshot import About, Header, MapParts, StoredRepository, Summary, open_map, write_map
from xray_graph.snapshot.layout import dated, source_date
from xray_graph.walk import Walk, read_files, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from xray_graph.embed import Embedder, Seeds
    from xray_graph.resolve.project import FileEdges


@dataclass(frozen=True, slots=True)
class Read:
    """The files of a repository, read: what each is, its stored text, and its facts where it has any."""

    walk: Walk
    files: tuple[SourceFile, ...]  # with what their bytes said about them
    sources: dict[str, bytes]
    facts: dict[str, PackedFacts]


@dataclass(frozen=True, slots=True)
class Built:
    """A map in memory, how it was made, and, when it is to be live, what an update goes on from."""

    label: str
    parts: MapParts
    report: BuildReport
    read: Read
    resolved: Resolved

    @property
    def file_name(self) -> str:
        return self.label + MAP_SUFFIX


def build(
    root: Path,
    settings: BuildSettings,
    to: Reporter | None = None,
    *,
    live: bool = False,
    before: Path | None = None,
) -> Built:
    """Map the folder `root`; `live` when changes to it are going to be taken in.

    `before` is the folder where an earlier snapshot of the map may lie, whose vectors need not be made again.

    Raises:
        BuildError: there is nothing to read, or a stage cannot work at all.
        UsageError: the settings do not fit together.
        EmbeddingError: the embedder cannot be had.
    """
    keep_large_apart()
    embedder = make_embedder(settings.embed)
    if settings.hnsw == "always":
        hnsw.require()
    account = BuildReport()
    report = Recorder(account, to)
    found = walk(root, settings.walk, report)
    label = account.label = settings.name or found.repository.name
    read = read_all(found, settings, report)
    account.add_files(read.files)
    refuse_code_alone(read.walk.repository.root, read.facts, account.skipped.values())
    report.stage("resolve")
    with collector_off():
        resolved = _resolved(read, report, live=live)
        if not live:  # the most of what is in memory, and nobody goes on from it
            read = replace(read, facts={})
        report.stage("graph")
        graph = graph_of(label, read.files, resolved)
        if not live:
            resolved.dissolve()
            resolved = Resolved(live=False)
        gc.collect()  # what resolving left: its parts know each other
    give_back()
    with collector_ahead():
        seeds = seeds_in(before / (label + MAP_SUFFIX), settings, embedder) if before and embedder else {}
        parts = indexed(graph, read.sources, found.repository, settings, embedder, report, seeds)
    report.close()
    return Built(label, parts, account, read, resolved)


def _resolved(read: Read, report: Recorder, *, live: bool) -> Resolved:
    """The edges of all files."""
    configs = {path: data for path, data in read.sources.items() if is_config(path)}
    resolved = full((f.path for f in read.files), read.facts, configs, live=live)
    count_calls(resolved, report.report)
    for path in sorted(p for p, result in resolved.edges.items() if result.failure):
        report.diagnostic(path, Diagnostic("not-resolved", resolved.edges[path].failure))
    return resolved


@contextlib.contextmanager
def collector_off() -> Iterator[None]:
    """Without the cyclic collector: facts and edges hold no cycles, and looking for some costs a third."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextlib.contextmanager
def collector_ahead() -> Iterator[None]:
    """With the cyclic collector looking at what is made from now on, and not at the map again and again."""
    if gc.get_freeze_count():  # someone else's, and theirs to undo
        yield
        return
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def read_all(found: Walk, settings: BuildSettings, report: Reporter) -> Read:
    """Read every file once and parse those that have a reader."""
    report.stage("parse", len(found.files))
    files: list[SourceFile] = []
    sources: dict[str, bytes] = {}

    def texts() -> Iterator[tuple[SourceFile, bytes]]:
        for text in read_files(Path(found.repository.root), found.files, settings.walk, report):
            files.append(text.file)
            if text.skip is None:
                sources[text.file.path] = text.data
                yield text.file, text.data
            else:
                report.advance()

    facts = dict(parse_files(texts(), settings.parse, report))
    return Read(found, tuple(files), sources, facts)


def refuse_code_alone(root: str, facts: Mapping[str, PackedFacts], skips: Iterable[Skip]) -> None:
    """The static build maps documents and skips code; with nothing but code there is nothing to map."""
    if not facts and any(skip.reason is SkipReason.NO_PARSER for skip in skips):
        raise BuildError(
            "holds only code, and this is the static build, which reads none",
            where=root,
            hint=f"install xray-graph[parser], or use the image with the tag {xray_graph.__version__}-parser",
        )


def graph_of(label: str, files: tuple[SourceFile, ...], resolved: Resolved) -> Graph:
    """The graph of everything that was resolved."""
    project = resolved.project
    nodes = [*package_nodes(files, project, label), *resolved.outside()]
    edges = package_edges(files)
    for file in files:
        result = resolved.edges.get(file.path)
        nodes.append(file_node(file, project.views.get(file.path), result))
        if result is not None:
            nodes += result.nodes
            edges += result.edges
    return build_graph(label, nodes, edges)


def indexed(
    graph: Graph,
    sources: Mapping[str, bytes],
    repository: Repository,
    settings: BuildSettings,
    embedder: Embedder | None,
    report: Recorder,
    seeds: Seeds,
) -> MapParts:
    """The graph with its words, its vectors and its description: all that a snapshot holds."""
    account = report.report
    report.stage("words")
    limit = settings.embed.max_input_chars
    corpus = read_corpus(graph, sources, limit)
    words = WordIndex.build(graph, corpus)
    report.stage("embed")
    vectors, cache = None, None
    if embedder is not None:
        cache = cache_for(embedder)
        vectors = embed_nodes(graph, sources, corpus, embedder, cache=cache, seeds=seeds, input_limit=limit)
    counts = WordCounts(*words.node_counts(), len(graph))
    summary = summarise(graph, sources, settings.description, embedder, counts=counts, cache=cache)
    about = about_of(graph, repository, embedder, account, summary)
    links = None
    if vectors is not None and wants_links(settings, len(vectors), report):
        report.stage("index")
        links = hnsw.build(vectors)
    return MapParts(about, graph, dict(sources), vectors, words.to_columns(), links)


def wants_links(settings: BuildSettings, vectors: int, report: Reporter) -> bool:
    """Whether the map gets a graph index over its vectors."""
    if settings.hnsw != "auto":
        return settings.hnsw == "always"
    if vectors < hnsw.THRESHOLD:
        return False
    if not hnsw.is_installed():
        report.note(
            f"{vectors} vectors and no graph index: searches compare all of them",
            hint="pip install 'xray-graph[hnsw]'",
        )
    return hnsw.is_installed()


def seeds_in(path: Path, settings: BuildSettings, embedder: Embedder) -> Seeds:
    """The vectors of an earlier snapshot, by text; none where it cannot be read, or they are others'."""
    if isinstance(embedder, CorpusEmbedder):
        return {}  # as fast as reading them
    try:
        with open_map(path) as old:
            if old.about.fingerprint != embedder.fingerprint or old.vectors is None:
                return {}
            return seeds_of(old.graph, old.sources, old.vectors, settings.embed.max_input_chars)
    except XrayError:
        return {}


def about_of(
    graph: Graph,
    repository: Repository,
    embedder: Embedder | None,
    account: BuildReport,
    summary: MapSummary,
) -> About:
    """What the header of a map says, but for what the writer counts."""
    return About(
        label=graph.label,
        repositories=(
            StoredRepository(
                graph.label,  # a folder's own name differs from checkout to checkout
                repository.commit,
                repository.branch,
                repository.dirty,
                dated(repository.commit_time),
            ),
        ),
        created=_created(repository),
        tool=f"xray-graph {xray_graph.__version__}",
        grammars=grammar_versions(set(graph.columns.names.languages)),
        fingerprint="" if embedder is None else embedder.fingerprint,
        dims=0 if embedder is None else embedder.dims,
        files={
            "complete": len(account.complete),
            "partial": len(account.partial),
            "skipped": len(account.lost),  # what a rule leaves out differs from checkout to checkout
        },
        resolution={name: asdict(counts) for name, counts in sorted(account.calls.items())},
        summary=Summary(**summary._asdict()),
    )


def _created(repository: Repository) -> int:
    """Of the commit, or what SOURCE_DATE_EPOCH says: never the clock's."""
    told = source_date()
    return dated(repository.commit_time) if told is None else told


def count_calls(resolved: Resolved, account: BuildReport) -> None:
    """Tell the report, by language and by file, what became of the call sites."""
    totals: dict[str, Counter[str]] = {}
    for path, result in resolved.edges.items():
        counts = totals.setdefault(resolved.project.views[path].head.language, Counter())
        calls = calls_of(result)
        counts.update(calls)
        account.count_file(path, calls)
    for language, counts in sorted(totals.items()):
        if counts.total():
            account.count_calls(language, CallCounts(**counts))


def calls_of(result: FileEdges) -> dict[str, int]:
    """What became of the call sites of one file, by the fields of CallCounts."""
    counts = {"resolved": result.resolved_calls}
    for reasons in result.unresolved.values():
        for reason, number in reasons.items():
            counts[reason] = counts.get(reason, 0) + number
    return counts


def write(
    built: Built, folder: Path, to: Reporter | None = None, *, recipients: Sequence[str] = ()
) -> tuple[Path, Header]:
    """Write the map into `folder`, whole or not at all; sealed, when there are recipients.

    Raises:
        BuildError: it cannot be written; what was there before still is.
    """
    report = Recorder(built.report, to)
    report.stage("snapshot")
    give_back()  # what the vectors were made of
    path = folder / built.file_name
    header = write_map(path, built.parts, recipients=recipients)
    report.close()
    return path, header
