"""The door of the stage: order, cache, skips, and what is told to the report."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from xray_graph.config import ParseSettings
from xray_graph.folders import caches
from xray_graph.model import Skip, SkipReason, SourceFile
from xray_graph.parse import parse_files, versions
from xray_graph.parse.cache import FactsCache
from xray_graph.parse.pool import Pool
from xray_graph.report import Silent

ROOT = Path(__file__).parents[2]
ONE = ParseSettings(jobs=1, file_seconds=2.0)


class Listener(Silent):
    def __init__(self):
        self.done = 0
        self.skips = []
        self.diagnostics = []
        self.notes = []

    def advance(self, steps=1):
        self.done += steps

    def note(self, message, *, where="", hint=""):
        self.notes.append((message, where))

    def skip(self, skip):
        self.skips.append(skip)

    def diagnostic(self, path, diagnostic):
        self.diagnostics.append((path, diagnostic.code))


@pytest.fixture
def report():
    return Listener()


def file(path, data, language="markdown", attributes=()):
    return SourceFile(path, language, len(data), attributes), data


def pages(count):
    return [file(f"docs/{i:03}.md", f"# Page {i}\n\nText {i}.\n".encode()) for i in range(count)]


def titles(results):
    return [(path, facts.unpack().declarations[0].name) for path, facts in results]


def test_results_keep_the_order_of_the_files(report):
    files = pages(120)
    assert titles(parse_files(files, ONE, report)) == [(f"docs/{i:03}.md", f"Page {i}") for i in range(120)]
    assert report.done == 120
    assert report.skips == []


def test_any_number_of_workers_gives_the_same_facts(report, tmp_path):
    text = b"".join(b"## Part %d\n\nSee `name_%d` and [it](a/%d.md).\n\n" % (i, i, i) for i in range(20))
    much = b"```\n" + b"no words here\n" * 10_000 + b"```\n"  # so that there is work for three
    files = [file(f"{i:02}.md", b"# %d\n\n" % i + text + much) for i in range(40)]

    def read(jobs):
        with FactsCache(tmp_path / str(jobs), b"") as cache:
            return list(parse_files(files, ParseSettings(jobs=jobs), report, cache=cache))

    assert read(1) == read(3)


def test_a_second_run_needs_no_worker(report):
    first = list(parse_files(pages(50), ONE, report))
    with Pool(ONE) as pool:
        assert list(parse_files(pages(50), ONE, report, pool=pool)) == first
        assert pool.workers == ()


def test_a_changed_file_is_read_again_and_no_other(report):
    files = pages(3)
    list(parse_files(files, ONE, report))
    files[1] = file("docs/001.md", b"# Other\n")
    with FactsCache(caches(), versions.facts_version()) as cache:
        results = titles(parse_files(files, ONE, report, cache=cache))
    assert results == [("docs/000.md", "Page 0"), ("docs/001.md", "Other"), ("docs/002.md", "Page 2")]
    assert (cache.hits, cache.misses) == (2, 1)


def test_equal_files_are_read_once_and_each_has_its_facts(report):
    files = [file(f"{i}.md", b"# Same\n") for i in range(30)]
    with FactsCache(caches(), b"") as cache:
        results = list(parse_files(files, ONE, report, cache=cache))
    assert titles(results) == [(f"{i}.md", "Same") for i in range(30)]
    assert cache.misses == 1


def test_files_without_content_or_reader_are_passed_over(report):
    files = [
        file("a.bin", b"", ""),
        file("b.md", b"# B", attributes=("generated",)),
        file("c.md", b"# C", attributes=("secret",)),
        file("d.nim", b"proc x", "nim"),
    ]
    assert titles(parse_files(files, ONE, report)) == [("b.md", "B")]
    assert (report.done, report.skips) == (4, [])


def test_skips_and_diagnostics_reach_the_report_by_path(report, tmp_path, monkeypatch):
    (tmp_path / "hanging_reader.py").write_text("def read(data, language):\n    while True:\n        pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    files = [file("a.md", b"# A\n"), file("slow.x", b"x", "slow"), file("b.md", b"+++\nnot toml\n+++\n# B\n")]
    with Pool(ONE, {"slow": "hanging_reader:read"}) as pool:
        assert titles(parse_files(files, ONE, report, pool=pool)) == [("a.md", "A"), ("b.md", "B")]
    assert report.skips == [Skip("slow.x", SkipReason.TIMEOUT, "took longer than 2 s of CPU")]
    assert report.diagnostics == [("b.md", "front-matter")]
    assert report.done == 3


def test_a_failure_is_not_remembered(report, tmp_path, monkeypatch):
    (tmp_path / "failing_reader.py").write_text("def read(data, language):\n    raise ValueError(data)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for _ in range(2):
        with Pool(ONE, {"bad": "failing_reader:read"}) as pool:
            assert list(parse_files([file("x", b"1", "bad")], ONE, report, pool=pool)) == []
    assert [skip.reason for skip in report.skips] == [SkipReason.CRASH] * 2


def test_a_pool_outlives_the_call(report):
    with Pool(ONE) as pool:
        list(parse_files(pages(2), ONE, report, pool=pool))
        workers = pool.workers
        list(parse_files([file("new.md", b"# New")], ONE, report, pool=pool))
        assert pool.workers == workers != ()


def test_leaving_off_early_ends_the_workers(report):
    with FactsCache(caches(), b"") as cache:
        results = parse_files(pages(200), ONE, report, cache=cache)
        assert next(results)[0] == "docs/000.md"
        results.close()


STATIC = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("tree_sitter", "tree_sitter_language_pack"):
            raise ImportError(name)
sys.meta_path.insert(0, Block())
from xray_graph.config import ParseSettings
from xray_graph.model import SourceFile
from xray_graph.parse import parse_files
from xray_graph.report import Silent
class Report(Silent):
    def skip(self, skip):
        print(skip.path, skip.reason, skip.detail)
files = [(SourceFile("a.go", "go", 9), b"package a"), (SourceFile("b.md", "markdown", 3), b"# B")]
for path, facts in parse_files(files, ParseSettings(jobs=1), Report()):
    print(path, facts.unpack().declarations[0].name)
"""


def test_the_static_build_reads_documents_and_says_what_code_takes():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", STATIC],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout == "a.go no-parser go is read by xray-graph[parser]\nb.md B\n"


@pytest.mark.parametrize(
    "text",
    ["package p\n\nvar x = " + "(" * 5000 + "1" + ")" * 5000, "package p\n\nvar x = 1" + "+1" * 20000],
    ids=["nested", "chained"],
)
def test_deep_code_is_read(report, text):
    """A recursive walk of a deep tree dies; https://github.com/colbymchenry/codegraph/issues/1581."""
    pytest.importorskip("tree_sitter")
    source = (text + "\n\nfunc Here() {}\n").encode()
    results = list(parse_files([file("deep.go", source, "go")], ParseSettings(jobs=1), report))
    assert report.skips == []
    assert "Here" in [declaration.name for declaration in results[0][1].unpack().declarations]
