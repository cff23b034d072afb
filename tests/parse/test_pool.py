"""Workers that hang, die or use up their memory cost one file each; everything else is read."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from xray_graph.config import ParseSettings
from xray_graph.errors import BuildError
from xray_graph.model import FileFacts, SkipReason
from xray_graph.parse import pool as pools
from xray_graph.parse.pool import Pool

ROOT = Path(__file__).parents[2]
MEMORY = 256 << 20

# A reader whose files say what it shall do. It runs in real workers and does real harm there.
STUB = """
import ctypes, os, signal, sys, time
from xray_graph.errors import BuildError
from xray_graph.model import FileFacts

read_before = 0

def read(data, language):
    global read_before
    read_before += 1
    word = data.split(b" ")[0].decode()
    if word == "spin":
        while True:
            pass
    if word == "sleep":
        time.sleep(3600)
    if word == "nap":
        time.sleep(2.5)
    if word == "segfault":
        ctypes.string_at(0)
    if word == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if word == "alarm":
        os.kill(os.getpid(), signal.SIGALRM)
    if word == "exit":
        os._exit(7)
    if word == "abort":
        os.abort()
    if word == "allocate":
        bytearray(1 << 30)
    if word == "native-allocate":
        os.write(2, b"tree-sitter failed to allocate 1073741824 bytes")
        os.abort()
    if word == "recurse":
        read(data, language)
    if word == "raise":
        raise ValueError("no such thing")
    if word == "fault":
        raise BuildError("the query is broken", where="grammars/stub", hint="mend it")
    if word == "print":
        print("noise", flush=True)
        os.write(1, b"more noise")
    if word == "grumpy" and read_before > 1:
        os._exit(1)
    return FileFacts(language, strings=(word,), lines=len(data))
"""


@pytest.fixture
def stub(tmp_path, monkeypatch):
    (tmp_path / "stub_reader.py").write_text(STUB)
    monkeypatch.syspath_prepend(str(tmp_path))
    return {"stub": "stub_reader:read"}


@pytest.fixture
def read(stub):
    """`read(words, ...)` → {number: word that came back, or the reason why none did}, and the pool's pids."""

    def run(words, *, jobs=1, file_seconds=60.0, padding=0):
        settings = ParseSettings(jobs=jobs, file_seconds=file_seconds, memory_bytes=MEMORY)
        with Pool(settings, stub) as pool:
            answers = []
            for number, word in enumerate(words):
                pool.submit(number, "stub", word.encode() + b" " * padding)
                answers += pool.answers()
            answers += pool.drain()
            assert pool.pending == 0
            run.answers = {answer.number: answer for answer in answers}
            run.workers = pool.workers
            assert all(alive(pid) for pid in pool.workers)
        assert len(answers) == len(words)
        return {a.number: a.reason or decoded(a.facts).strings[0] for a in sorted(answers)}

    return run


def decoded(facts):
    return msgspec.msgpack.decode(facts, type=FileFacts)


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def expected(words, bad):
    """What comes back when the words in `bad` fail for the reason given and no other does."""
    return {number: bad.get(word, word) for number, word in enumerate(words)}


def test_every_file_comes_back(read):
    words = [f"w{i}" for i in range(500)]
    assert read(words) == expected(words, {})


def test_nothing_starts_without_work(stub):
    with Pool(ParseSettings(jobs=4), stub) as pool:
        assert list(pool.drain()) == []
        assert pool.workers == ()


def test_little_work_takes_one_worker_and_much_takes_all(read):
    read(["a"] * 50, jobs=3)
    assert len(read.workers) == 1
    read(["a"] * 100, jobs=3, padding=pools.BYTES_A_WORKER // 20)
    assert len(read.workers) == 3


def test_a_little_of_a_language_goes_to_who_has_loaded_it(stub):
    readers = {"much": stub["stub"], "little": stub["stub"]}
    with Pool(ParseSettings(jobs=2, memory_bytes=MEMORY), readers) as pool:
        for number in range(200):  # in every part of the way there is some of both
            pool.submit(number, "much", b"a" + b" " * (pools.BYTES_A_WORKER // 50))
            pool.submit(1000 + number, "little", b"b" + b" " * (pools.BYTES_A_LOAD // 300))
        languages = {worker.pid: set() for worker in pool._workers}
        for answer in pool.drain():
            assert answer.reason is None
            for worker in pool._workers:
                languages[worker.pid] |= worker.languages
    assert sorted(map(sorted, languages.values())) == [["little", "much"], ["much"]]


def test_a_hanging_file_is_skipped_and_the_pool_is_whole_again(read):
    """One ordinary-looking file keeps the parser busy for ever.

    https://github.com/cq27-dev/rag-rat/issues/210, https://github.com/intuit/infigraph/issues/39
    """
    words = [f"w{i}" for i in range(60)]
    words[7] = words[31] = "spin"
    found = read(words, jobs=2, file_seconds=2.0, padding=100_000)
    assert found == expected(words, {"spin": SkipReason.TIMEOUT})
    assert len(read.workers) == 2
    assert read.answers[7].detail == "took longer than 2 s of CPU"


def test_a_file_that_only_waits_is_read_or_given_up_later(read):
    """On a busy machine a worker waits for its processor, and what is read must not depend on that."""
    words = ["a", "nap", "sleep", "b"]
    assert read(words, file_seconds=1.0) == expected(words, {"sleep": SkipReason.TIMEOUT})
    assert read.answers[2].detail == "gave no answer in 10 s"


@pytest.mark.parametrize(
    ("word", "detail"),
    [
        ("segfault", "worker ended by SIGSEGV"),
        ("killed", "worker ended by SIGKILL"),
        ("abort", "worker ended by SIGABRT"),
        ("exit", "worker ended with status 7"),
    ],
)
@pytest.mark.parametrize("at", [0, 5, 39])
def test_a_crash_costs_the_one_file_that_made_it(read, word, detail, at):
    words = [f"w{i}" for i in range(40)]
    words[at] = word
    assert read(words) == expected(words, {word: SkipReason.CRASH})
    assert read.answers[at].detail.startswith(detail)


def test_many_bad_files_in_one_batch_are_told_from_the_good(read):
    """A native limit that is met skips that file and the rest goes on.

    https://github.com/MinishLab/semble/issues/135, https://github.com/Aider-AI/aider/issues/2148
    """
    bad = {
        "segfault": SkipReason.CRASH,
        "recurse": SkipReason.CRASH,
        "raise": SkipReason.CRASH,
        "allocate": SkipReason.MEMORY,
        "native-allocate": SkipReason.MEMORY,
        "spin": SkipReason.TIMEOUT,
    }
    words = ["a", *bad, "b", *list(bad)[:-1], "c"]
    assert read(words, file_seconds=2.0) == expected(words, bad)


def test_an_error_in_the_reader_says_which(read):
    read(["raise", "recurse"])
    assert read.answers[0].detail == "ValueError: no such thing"
    assert read.answers[1].detail.startswith("RecursionError")


def test_a_worker_that_nobody_watches_gives_up_by_itself(read):
    """Its alarm is for a parent that was killed; one that only slept finds the file timed out."""
    assert read(["a", "alarm", "b"]) == {0: "a", 1: SkipReason.TIMEOUT, 2: "b"}


def test_memory_is_bounded_in_each_worker(read):
    words = ["a", "allocate", "b"]
    assert read(words) == expected(words, {"allocate": SkipReason.MEMORY})


def test_a_file_is_not_blamed_for_what_others_left_behind(read):
    """`grumpy` kills a worker that has read anything else, and is well read by a fresh one."""
    words = ["a", "grumpy", "b", "grumpy", "grumpy", "c"]
    assert read(words) == expected(words, {})


def test_output_of_a_reader_does_not_disturb(read):
    words = ["print", "a", "print"]
    assert read(words) == expected(words, {})


def test_a_killed_worker_loses_nothing(stub):
    """Killed from outside between two files, as when the system runs out of memory."""
    with Pool(ParseSettings(jobs=1), stub) as pool:
        pool.submit(0, "stub", b"a")
        assert [answer.number for answer in pool.drain()] == [0]
        (pid,) = pool.workers
        os.kill(pid, 9)
        pool.submit(1, "stub", b"b")
        (answer,) = pool.drain()
        assert decoded(answer.facts).strings == ("b",)
        assert pool.workers != (pid,)


def test_a_broken_reader_ends_the_build(stub):
    with Pool(ParseSettings(jobs=1), stub) as pool:
        pool.submit(0, "stub", b"fault")
        with pytest.raises(BuildError, match="the query is broken") as caught:
            list(pool.drain())
    assert (caught.value.where, caught.value.hint) == ("grammars/stub", "mend it")


@pytest.mark.parametrize("program", [shutil.which("false"), os.devnull])
def test_workers_that_cannot_start_are_an_error(stub, monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    with Pool(ParseSettings(jobs=1), stub) as pool:
        pool.submit(0, "stub", b"a")
        with pytest.raises(BuildError, match="could"):
            list(pool.drain())
        assert pool.workers == ()


def test_closing_ends_workers_whatever_they_do(stub):
    with Pool(ParseSettings(jobs=1), stub) as pool:
        pool.submit(0, "stub", b"a")
        list(pool.drain())
        pool.submit(1, "stub", b"sleep")
        pool.submit(2, "stub", b"a" * pools.BATCH_BYTES)
        pids = pool.workers
        assert pids
    assert not any(alive(pid) for pid in pids)


def test_text_in_hand_is_bounded(stub):
    with Pool(ParseSettings(jobs=1), stub) as pool:
        for number in range(30):
            pool.submit(number, "stub", b"a" + b" " * pools.BATCH_BYTES)
            assert pool.pending * pools.BATCH_BYTES <= pools.BACKLOG_BYTES + pools.BATCH_BYTES
        list(pool.drain())


MAIN = """
from xray_graph.config import ParseSettings
from xray_graph.parse.pool import Pool
with Pool(ParseSettings(jobs=1)) as pool:
    pool.submit(0, "markdown", b"# Hello")
    print(*(answer.reason or len(answer.facts) > 0 for answer in pool.drain()))
"""


@pytest.mark.parametrize("how", ["command", "script", "module", "standard-input"])
def test_workers_never_run_the_main_module(tmp_path, how):
    """Started from `-c`, from a script without a guard, with `-m` and from a pipe."""
    (tmp_path / "plain_main.py").write_text(MAIN)
    arguments = {
        "command": ["-c", MAIN],
        "script": [str(tmp_path / "plain_main.py")],
        "module": ["-m", "plain_main"],
        "standard-input": ["-"],
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments[how]],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        input=MAIN if how == "standard-input" else "",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_a_worker_imports_only_what_reading_needs(tmp_path, monkeypatch):
    (tmp_path / "look_around.py").write_text(
        "import sys\n"
        "from xray_graph.model import FileFacts\n"
        "def read(data, language):\n"
        "    return FileFacts(language, strings=tuple(sorted({n.split('.')[0] for n in sys.modules})))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with Pool(ParseSettings(jobs=1), {"look": "look_around:read"}) as pool:
        pool.submit(0, "look", b"")
        (answer,) = pool.drain()
    heavy = {"numpy", "click", "rich", "sqlite3", "asyncio", "multiprocessing", "mcp", "tree_sitter", "site"}
    assert not heavy & set(decoded(answer.facts).strings)
