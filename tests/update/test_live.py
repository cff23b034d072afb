"""One writer, versions that are swapped whole, requests that wait together, failures that leave no trace."""

from __future__ import annotations

import threading

import pytest

from tests.update.comparing import assert_is_a_build, assert_same_map, edges, living
from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.errors import BuildError, EmbeddingError, ServerError, UsageError
from xray_graph.parse import versions
from xray_graph.resolve.incremental import Resolved
from xray_graph.retrieve import callers, node, search
from xray_graph.snapshot import Map, open_map, read_header
from xray_graph.update import LiveMap, UpdateRequest, resuming, writer
from xray_graph.update.flusher import Flusher

FILES = {
    "a.py": "def f():\n    pass\n",
    "b.py": "from a import f\n\ndef g():\n    f()\n",
    "docs/d.md": "# D\n\n## One\n\nOf `f`.\n\n## Two\n\nOf another.\n",
}
SETTINGS = BuildSettings(name="shop")


@pytest.fixture
def counting(monkeypatch):
    """The embedder of every live map: a deterministic one that records each batch."""
    embedder = testing.CountingEmbedder(64)
    monkeypatch.setattr(writer, "make_embedder", lambda settings: embedder)
    monkeypatch.setattr(pipeline, "make_embedder", lambda settings: embedder)
    return embedder


# --- what is embedded -------------------------------------------------------------------------------


def test_only_texts_that_changed_are_embedded_in_one_batch(repo, counting):
    root = repo(FILES)
    with living(root) as live:
        counting.batches.clear()
        (root / "docs/d.md").write_text("# D\n\n## One\n\nOf `f`.\n\n## Two\n\nOf something else.\n")
        reply = live.update(["docs/d.md"])
        texts = [batch for batch in counting.batches if not batch[0].startswith("shop\n")]  # the summary
        assert len(texts) == 1
        assert reply.embedded == len(texts[0])
        assert all("something else" in text for text in texts[0])
        assert_is_a_build(live)


def test_a_moved_function_and_a_comment_are_not_embedded(repo, counting):
    root = repo(FILES)
    with living(root) as live:
        counting.batches.clear()
        (root / "a.py").write_text("# moved down\n\n\ndef f():\n    pass\n")
        assert live.update(["a.py"]).embedded == 0
        assert_is_a_build(live)


# --- versions ---------------------------------------------------------------------------------------


def test_a_reader_keeps_the_version_it_began_with(repo):
    root = repo(FILES)
    with living(root) as live:
        before = live.version
        (root / "a.py").write_text("def h():\n    pass\n")
        live.update(["a.py"])
        assert live.version.number == before.number + 1
        assert before.map.graph.find("f")
        assert not live.version.map.graph.find("f")
        assert before.map.body(before.map.graph.find("a.py::f")[0]).startswith("def f")
        assert next(found.name for found in search(before.map, "f").results).endswith("a.py::f")


def test_readers_during_updates_see_one_version_each(repo):
    """32 readers, 500 updates: every answer is of exactly one version."""
    rounds, readers = 500, 32
    text = lambda k: {
        "a.py": f"def made_{k}():\n    return {k}\n",
        "b.py": f"from a import made_{k}\n\ndef user_{k}():\n    made_{k}()\n",
    }
    root = repo({**text(0), "c.md": "# C\n"})
    failures: list[str] = []
    answers = [0] * readers
    done = threading.Event()

    def check(map_):
        (target,) = [i for i in map_.graph.nodes_of("a.py") if map_.graph.symbol(i)]
        k = map_.graph.symbol(target).removeprefix("made_")
        reply = callers(map_, f"made_{k}")
        assert [one.node.name for one in reply.callers] == [f"shop//b.py::user_{k}"]
        assert node(map_, f"user_{k}").node.body == f"def user_{k}():\n    made_{k}()"
        assert f"shop//b.py::user_{k}" in {one.name for one in search(map_, f"user_{k}", limit=20).results}

    def read(me):
        try:
            while not done.is_set():
                version = live.version
                check(version.map)
                answers[me] += 1
                newer = lambda number=version.number: done.is_set() or live.version.number != number
                with live._work:
                    live._work.wait_for(newer)
        except BaseException as error:  # noqa: BLE001 - told below
            failures.append(repr(error))

    settings = BuildSettings(name="shop", embed=EmbedSettings(embedder="none"))
    with living(root, settings) as live:
        threads = [threading.Thread(target=read, args=(me,)) for me in range(readers)]
        for thread in threads:
            thread.start()
        for k in range(1, rounds + 1):
            testing.write(root, text(k))
            reply = live.update(["a.py", "b.py"])
            assert reply.updated == ("a.py", "b.py")
            assert not reply.rebuilt
        done.set()
        with live._work:
            live._work.notify_all()
        for thread in threads:
            thread.join()
        assert failures == []
        assert all(answers)
        assert live.version.number == rounds + 1
        assert_is_a_build(live, settings)


# --- requests ---------------------------------------------------------------------------------------


class Gate:
    """Settings that are given out only when somebody opens: what is asked meanwhile has to wait."""

    def __init__(self):
        self.closed = False
        self.reached, self.open = threading.Event(), threading.Event()

    def __call__(self):
        if self.closed:
            self.reached.set()
            assert self.open.wait(60)
        return SETTINGS


def test_requests_wait_and_are_answered_together(repo):
    root, gate = repo(FILES), Gate()
    live = LiveMap(root, gate, quiet=0)
    try:
        live.wait()
        gate.closed = True
        (root / "a.py").write_text("def f():\n    return 1\n")
        first = live.submit(UpdateRequest(files=("a.py",)))
        assert gate.reached.wait(60)
        for k in range(5):
            (root / f"n{k}.py").write_text(f"def n{k}():\n    pass\n")
        waiting = [live.submit(UpdateRequest(files=(f"n{k}.py",))) for k in range(5)]
        other = live.submit(UpdateRequest(since="nowhere"))
        assert live.pending == 6
        gate.closed = False
        gate.open.set()
        assert first.result(60).version == 2
        replies = [future.result(60) for future in waiting]
        assert {reply.version for reply in replies} == {3}
        assert all(f"n{k}.py" in reply.updated for k, reply in enumerate(replies))
        assert other.exception(60) is not None
        assert_is_a_build(live)
    finally:
        live.close(flush=False)


@pytest.mark.parametrize("since", ["\0", "\udc80", "HEAD\n", "-p", "x" * 9000])
def test_a_revision_that_no_program_takes_ends_no_other_request(repo, since):
    root = repo(FILES, git=True)
    with living(root) as live:
        with pytest.raises(UsageError, match="is no"):
            live.submit(UpdateRequest(since=since)).result(60)
        (root / "a.py").write_text("def f2():\n    pass\n")
        assert live.submit(UpdateRequest(files=("a.py",))).result(60).updated == ("a.py",)


def test_a_request_that_nobody_waits_for_any_more_is_carried_out(repo):
    root, gate = repo(FILES), Gate()
    live = LiveMap(root, gate, quiet=0)
    try:
        live.wait()
        gate.closed = True
        first = live.submit(UpdateRequest(files=("b.py",)))
        assert gate.reached.wait(60)
        (root / "a.py").write_text("def f2():\n    pass\n")
        for request in (UpdateRequest(files=("a.py",)), UpdateRequest(since="nowhere")):
            live.submit(request).cancel()
        gate.closed = False
        gate.open.set()
        assert first.result(60)
        assert live.submit(UpdateRequest(files=("docs/d.md",))).result(60).unchanged == ("docs/d.md",)
        assert_is_a_build(live)
    finally:
        live.close(flush=False)


def test_closing_refuses_what_waits(repo):
    root, gate = repo(FILES), Gate()
    live = LiveMap(root, gate, quiet=0)
    live.wait()
    gate.closed = True
    running = live.submit(UpdateRequest(files=("a.py",)))
    assert gate.reached.wait(60)
    waiting = live.submit(UpdateRequest(files=("b.py",)))
    closing = threading.Thread(target=live.close)
    closing.start()
    with pytest.raises(ServerError, match="shutting down"):
        waiting.result(60)
    gate.open.set()
    assert running.result(60).version == 1
    closing.join(60)
    with pytest.raises(ServerError, match="shutting down"):
        live.update(["a.py"])


# --- failures ---------------------------------------------------------------------------------------


def test_a_failed_update_leaves_the_version_and_says_why(repo, counting, monkeypatch):
    root = repo(FILES)
    with living(root) as live:
        before = live.version
        (root / "a.py").write_text("def f2():\n    pass\n")
        (root / "new.py").write_text("from b import g\n\ndef k():\n    g()\n")
        (root / "docs/d.md").unlink()
        broken = lambda texts: (_ for _ in ()).throw(EmbeddingError("it answered nothing", where="endpoint"))
        with monkeypatch.context() as patch:
            patch.setattr(counting, "embed", broken)
            with pytest.raises(EmbeddingError, match="it answered nothing"):
                live.update(["a.py", "new.py", "docs/d.md"])
        assert live.version is before
        assert edges(live) == ["b.py::g -> a.py::f"]
        assert str(live.error) == "endpoint: it answered nothing"
        reply = live.update(["b.py"])  # what the failed one missed is looked for
        assert not reply.rebuilt
        assert set(reply.updated) == {"a.py", "new.py"}
        assert reply.removed == ("docs/d.md",)
        assert live.error is None
        assert_is_a_build(live)
        testing.write(root, FILES)
        (root / "new.py").unlink()
        live.update()
        assert_is_a_build(live)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_fault_while_resolving_is_made_good_from_the_facts(repo, monkeypatch, when):
    root = repo(FILES)
    with living(root) as live:
        before, real = live.version, Resolved.apply

        def broken(self, change):
            if when == "after":
                real(self, change)
            raise RuntimeError("a fault of ours")

        (root / "a.py").write_text("def f2():\n    pass\n")
        with monkeypatch.context() as patch:
            patch.setattr(Resolved, "apply", broken)
            with pytest.raises(ServerError, match="the update failed"):
                live.update(["a.py"])
        assert live.version is before
        reply = live.update()
        assert reply.rebuilt == "an update before it failed"
        assert_is_a_build(live)
        (root / "b.py").write_text("from a import f2\n\ndef g():\n    f2()\n")
        assert live.update(["b.py"]).rebuilt == ""
        assert edges(live) == ["b.py::g -> a.py::f2"]
        assert_is_a_build(live)


def test_a_tree_without_files_is_no_map(repo):
    root = repo({"a.py": "def f():\n    pass\n"})
    with living(root) as live:
        before = live.version
        (root / "a.py").unlink()
        with pytest.raises(BuildError, match="no file to read"):
            live.update(["a.py"])
        assert live.version is before
        (root / "a.py").write_text("def f3():\n    pass\n")
        assert live.update(["a.py"]).updated == ("a.py",)
        assert_is_a_build(live)


def test_a_first_build_that_fails_is_tried_again(repo):
    root = repo({"a.py": "def f():\n    pass\n"})
    (root / "a.py").rename(root / "away.pem")
    live = LiveMap(root, lambda: SETTINGS, quiet=0)
    try:
        with pytest.raises(BuildError):
            live.wait(60)
        with pytest.raises(ServerError, match="could not be built"):
            live.version  # noqa: B018 - raises
        (root / "away.pem").rename(root / "a.py")
        assert live.update().version == 1
        assert_is_a_build(live)
    finally:
        live.close(flush=False)


def test_questions_while_the_first_build_runs(repo):
    gate = Gate()
    gate.closed = True
    live = LiveMap(repo(FILES), gate, quiet=0)
    live.start()
    assert gate.reached.wait(60)
    assert not live.is_ready
    with pytest.raises(ServerError, match="being built"):
        live.version  # noqa: B018 - raises
    waiting = live.submit(UpdateRequest(files=("a.py",)))
    gate.open.set()
    assert waiting.result(60).unchanged == ("a.py",)
    live.close(flush=False)


def test_what_is_read_is_there_before_the_first_build_has_ended(repo, monkeypatch):
    reached, go_on, real = threading.Event(), threading.Event(), resuming.full

    def slow(*given, **more):
        reached.set()
        assert go_on.wait(60)
        return real(*given, **more)

    monkeypatch.setattr(resuming, "full", slow)
    live = LiveMap(repo(FILES), lambda: SETTINGS, quiet=0)
    assert live.partial() is None
    live.start()
    assert reached.wait(60)
    partial = live.partial()
    assert live.partial() is partial
    assert partial.parsed == len(partial.tree.files) == len(FILES)
    graph = partial.map.graph
    assert {graph.edge_kind(e) for e in range(len(graph.edges))} == {"contains"}
    assert graph.lint() == []
    assert next(found.name for found in search(partial.map, "f").results) == "shop//a.py::f"
    assert node(partial.map, "b.py::g").node.body.startswith("def g")
    go_on.set()
    whole = live.wait().map.graph
    assert live.partial() is None
    assert [graph.name(i) for i in range(len(graph))] == [whole.name(i) for i in range(len(whole))]
    live.close(flush=False)


# --- the snapshot -----------------------------------------------------------------------------------


def test_what_is_flushed_is_what_a_build_writes(repo, tmp_path):
    root, out = repo(FILES, git=True), tmp_path / "out"
    (root / ".gitignore").write_text("/.xray\n")
    with living(root, output=out) as live:
        first = live.flush()
        assert live.flush() is first  # nothing changed
        (root / "a.py").write_text("def zed():\n    pass\n\ndef f():\n    zed()\n")
        live.update(["a.py"])
        live.update(["a.py"])
        flushed = live.flush()
        assert flushed.path == out / "shop.graph.gz"
        (tmp_path / "fresh").mkdir()
        _, header = pipeline.write(pipeline.build(root, SETTINGS), tmp_path / "fresh")
        assert (
            header.content_digest == flushed.header.content_digest == read_header(flushed.path).content_digest
        )
        with open_map(flushed.path) as stored:
            assert_same_map(stored, Map.of(pipeline.build(root, SETTINGS).parts))
    assert [file.name for file in out.iterdir()] == ["shop.graph.gz"]


def test_a_snapshot_is_written_at_the_end(repo, tmp_path):
    root = repo(FILES)
    live = LiveMap(root, lambda: SETTINGS, output=tmp_path / "out", quiet=0)
    live.wait()
    (root / "a.py").write_text("def last():\n    pass\n")
    live.update(["a.py"])
    live.close()
    with open_map(tmp_path / "out" / "shop.graph.gz") as stored:
        assert stored.graph.find("last")


def test_a_snapshot_is_written_after_a_quiet_while(repo, tmp_path, monkeypatch):
    root, written = repo(FILES), threading.Event()
    real = Flusher._settle
    monkeypatch.setattr(Flusher, "_settle", lambda *given: (real(*given), written.set()))
    live = LiveMap(root, lambda: SETTINGS, output=tmp_path / "out", quiet=0.01)
    try:
        live.wait()
        assert written.wait(60)
        written.clear()
        (root / "a.py").write_text("def later():\n    pass\n")
        live.update(["a.py"])
        assert written.wait(60)
        with open_map(tmp_path / "out" / "shop.graph.gz") as stored:
            assert stored.graph.find("later")
    finally:
        live.close(flush=False)


def test_without_a_quiet_while_a_snapshot_is_written_when_asked_for(repo, tmp_path):
    root = repo(FILES)
    with living(root, output=tmp_path / "out") as live:
        (root / "a.py").write_text("def later():\n    pass\n")
        live.update(["a.py"])
        assert live._flusher._thread.submit((tmp_path / "out").exists).result() is False
        assert live.flush().path.exists()


def test_a_folder_that_cannot_be_written_harms_no_answer(repo, tmp_path):
    root = repo(FILES)
    (tmp_path / "out").write_text("a file is in the way")
    with living(root, output=tmp_path / "out") as live:
        with pytest.raises(BuildError):
            live.flush()
        (root / "a.py").write_text("def more():\n    pass\n")
        assert live.update(["a.py"]).updated == ("a.py",)


# --- freshness --------------------------------------------------------------------------------------


def test_an_answer_says_what_it_lags_behind(repo):
    root = repo(FILES, git=True)
    with living(root) as live:
        fresh = live.freshness()
        assert (fresh.commit, fresh.dirty, fresh.stale_files) == (
            testing.git(root, "rev-parse", "HEAD"),
            False,
            (),
        )
        assert fresh.indexed_at.endswith("Z")
        (root / "a.py").write_text("def changed():\n    pass\n")
        (root / "b.py").unlink()
        live._sweep._until = 0.0  # a look is kept for a moment
        assert live.freshness().stale_files == ("a.py", "b.py")
        live.update(["a.py", "b.py"])
        assert live.freshness().stale_files == ()
        assert live.freshness().dirty


# --- the static build -------------------------------------------------------------------------------


def test_the_static_build_reads_documents_and_skips_code(repo, monkeypatch):
    monkeypatch.setattr(versions, "has_parser", lambda: False)
    root = repo(FILES)
    with living(root) as live:
        (root / "a.py").write_text("def other():\n    pass\n")
        (root / "docs/d.md").write_text("# D\n\n## Three\n")
        (root / "docs/e.md").write_text("# E\n")
        reply = live.update(["a.py", "docs/d.md", "docs/e.md"])
        assert reply.updated == ("docs/d.md", "docs/e.md")
        assert [(skip.path, skip.reason) for skip in reply.skipped] == [("a.py", "no-parser")]
        assert live.version.map.graph.find("Three")
        assert_is_a_build(live)
