"""Worker processes that read files, and survive what a file does to them. Called by `parse_files`.

A parser can hang, fill the memory or crash inside C code, where no exception reaches us. So files are
read in other processes, and this side watches: a worker that a file costs more CPU than its budget
ends itself, one that is silent for long is killed, one that dies is replaced, and the file it was on
is the only one that is lost. CPU is what counts, so that a busy machine loses no file.
Nothing is known here of paths, caches or reports.

    submit ─▶ open batch ─▶ waiting batches ─▶ a worker's pipe ─▶ replies ─▶ answers

One thread, non-blocking pipes, one selector. Workers start when there is work for them: the first with
the first batch, each further one when the work seen so far is worth its start. Which worker reads a
file must never show in the result. So a file is blamed for a death only when it was the first that
its worker read; else its fate may be due to what earlier files left behind, and the replacement
reads it first.
"""

from __future__ import annotations

import collections
import os
import selectors
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from xray_graph.closing import Closing
from xray_graph.config import ParseSettings
from xray_graph.errors import BuildError
from xray_graph.model import SkipReason
from xray_graph.parse.process import Task, Worker
from xray_graph.parse.worker import PATIENCE, Setup, Status

BATCH_FILES: Final = 40
BATCH_BYTES: Final = 300_000
# What must have been seen for each worker that is up before one more starts: to read this much takes
# several times as long as a start (0.15 s of CPU).
BYTES_A_WORKER: Final = 1_500_000
# What of a language must wait before one more worker loads it: reading this takes 0.2 s, loading up to 0.1 s.
BYTES_A_LOAD: Final = 400_000
# Above this, `submit` waits for answers instead of holding more text.
BACKLOG_BYTES: Final = 4_000_000
_START_SECONDS: Final = 120.0
_START_ATTEMPTS: Final = 3
_LONGEST_WAIT: Final = 3600.0


class Batch:
    """Files of one language that go to a worker together: to load a language takes it a while."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.tasks: list[Task] = []
        self.size = 0  # bytes


class Answer(NamedTuple):
    """What became of a task: MessagePack of FileFacts, or the reason why there is none."""

    number: int
    facts: bytes
    reason: SkipReason | None = None
    detail: str = ""


class Pool(Closing):
    """The workers, as a context manager. For one thread at a time; may be kept between builds.

    `readers` adds to the table of who reads which language, see `worker.Setup`. Raises BuildError
    when workers cannot start or a reader itself is broken.
    """

    def __init__(self, settings: ParseSettings, readers: Mapping[str, str] | None = None) -> None:
        self._settings = settings
        self._jobs = settings.jobs or _processors()
        self._setup = Setup(settings.memory_bytes, settings.file_seconds, dict(readers or {}))
        self._selector = selectors.DefaultSelector()
        self._workers: list[Worker] = []
        self._open: dict[str, Batch] = {}  # by language
        self._waiting: collections.deque[Batch] = collections.deque()
        self._sizes: dict[int, int] = {}  # of the tasks without an answer
        self._held_bytes = 0  # their sum
        self._seen_bytes = 0  # submitted since nothing was pending
        self._answers: list[Answer] = []
        self._failed_starts = 0  # in a row

    @property
    def workers(self) -> tuple[int, ...]:
        """The process ids of the workers that are up."""
        return tuple(worker.pid for worker in self._workers)

    @property
    def pending(self) -> int:
        """How many tasks have no answer so far."""
        return len(self._sizes)

    @property
    def readers(self) -> Mapping[str, str]:
        """Languages that were added to the workers' table."""
        return self._setup.readers

    def submit(self, number: int, language: str, data: bytes) -> None:
        """Take a file; no other with its number may be pending. Waits when too much text is in hand."""
        size = len(data)
        self._sizes[number] = size
        self._held_bytes += size
        self._seen_bytes += size
        batch = self._open.get(language)
        if batch is None:
            batch = self._open[language] = Batch(language)
        batch.tasks.append(Task(number, language, data))
        batch.size += size
        if len(batch.tasks) >= BATCH_FILES or batch.size >= BATCH_BYTES:
            self._waiting.append(self._open.pop(language))
            self._turn(wait=False)
        while self._held_bytes > BACKLOG_BYTES:
            self._close_batches()
            self._turn(wait=True)

    def answers(self) -> list[Answer]:
        """The answers that came since the last call, in any order. Does not wait."""
        taken, self._answers = self._answers, []
        return taken

    def drain(self) -> Iterator[Answer]:
        """Send off everything submitted and give answers until nothing is pending."""
        while self._sizes:
            self._close_batches()
            self._turn(wait=True)
            yield from self.answers()
        yield from self.answers()

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        for worker in self._workers:
            worker.close()
        self._workers.clear()
        self._selector.close()

    # --- one turn: hand out, move bytes, judge ---------------------------------------------

    def _close_batches(self) -> None:
        self._waiting.extend(self._open.values())
        self._open.clear()

    def _turn(self, *, wait: bool) -> None:
        self._hand_out()
        heard = set()
        for key, events in self._selector.select(self._patience() if wait else 0):
            worker: Worker = key.data
            if worker not in self._workers:
                continue  # replaced a moment ago
            if events & selectors.EVENT_WRITE:
                worker.send()
                self._watch(worker)
            else:
                heard.add(worker)
                self._listen(worker)
        # Nobody is judged whose words lay unread while we were away: those were heard just now.
        now = time.monotonic()
        for worker in [w for w in self._workers if w.tasks and w.deadline <= now and w not in heard]:
            self._time_out(worker)
        self._hand_out()

    def _patience(self) -> float:
        deadlines = [worker.deadline for worker in self._workers if worker.tasks]
        silence = min(deadlines) - time.monotonic() if deadlines else 0.0
        return min(max(0.0, silence), _LONGEST_WAIT)

    def _hand_out(self) -> None:
        while self._waiting and self._hand_out_one():
            pass

    def _hand_out_one(self) -> bool:
        """Put the next batch in somebody's hands; False when nobody has room for one."""
        idle = any(not worker.tasks for worker in self._workers)
        if not idle and self._may_start() and (batch := self._next_for(None)):
            self._give(self._start(), batch.tasks)
            return True
        for worker in sorted(self._workers, key=lambda w: w.tasks_bytes):
            if len(worker.tasks) >= BATCH_FILES or worker.tasks_bytes >= BATCH_BYTES:
                return False
            if batch := self._next_for(worker):
                self._give(worker, batch.tasks)
                return True
        return False

    def _next_for(self, worker: Worker | None) -> Batch | None:
        """What a worker, or a new one, reads next: a batch in a language that it has loaded, else the first
        whose language nobody has, or so much of is waiting that it is worth loading once more.
        """
        loaded = set().union(*(one.languages for one in self._workers))
        waiting = collections.Counter[str]()
        for batch in self._waiting:
            waiting[batch.language] += batch.size
        mine = worker.languages if worker is not None else ()
        known = (batch for batch in self._waiting if batch.language in mine)
        worth = (b for b in self._waiting if b.language not in loaded or waiting[b.language] >= BYTES_A_LOAD)
        found = next(known, None) or next(worth, None)
        if found is not None:
            self._waiting.remove(found)
        return found

    def _give(self, worker: Worker, tasks: Sequence[Task]) -> None:
        if not worker.tasks:
            self._expect(worker)
        worker.give(tasks)
        worker.send()
        self._watch(worker)

    def _expect(self, worker: Worker) -> None:
        """From now on it has one file's time for its next word."""
        silence = PATIENCE * self._settings.file_seconds if worker.ready else _START_SECONDS
        worker.deadline = time.monotonic() + silence

    def _may_start(self) -> bool:
        up = len(self._workers)
        return up < self._jobs and self._seen_bytes >= up * BYTES_A_WORKER

    def _start(self) -> Worker:
        worker = Worker(self._setup)
        self._workers.append(worker)
        self._selector.register(worker.outlet, selectors.EVENT_READ, worker)
        return worker

    def _watch(self, worker: Worker) -> None:
        """Ask the selector for its inlet exactly while bytes are left to send."""
        watched = worker.inlet in self._selector.get_map()
        if worker.writing and not watched:
            self._selector.register(worker.inlet, selectors.EVENT_WRITE, worker)
        elif watched and not worker.writing:
            self._selector.unregister(worker.inlet)

    def _listen(self, worker: Worker) -> None:
        alive = worker.receive() is not False
        self._take_replies(worker)
        if alive:
            self._expect(worker)
        else:
            self._replace(worker)

    def _take_replies(self, worker: Worker) -> None:
        for number, status, payload in worker.replies():
            if status == Status.FACTS:
                worker.finish(number)
                self._answer(Answer(number, payload))
            elif status == Status.FAILED:
                worker.finish(number)
                self._answer(Answer(number, b"", SkipReason.CRASH, payload.decode("utf-8", "replace")))
            elif status == Status.READY:
                worker.ready = True
                self._failed_starts = 0
            elif status == Status.MEMORY:
                worker.starved = True  # the task stays in its hands until its end is noticed
            else:
                message, where, hint = msgspec.msgpack.decode(payload, type=tuple[str, str, str])
                raise BuildError(message, where=where, hint=hint)

    def _answer(self, answer: Answer) -> None:
        self._held_bytes -= self._sizes.pop(answer.number)
        if not self._sizes:
            self._seen_bytes = 0
        self._answers.append(answer)

    # --- deaths ----------------------------------------------------------------------------

    def _time_out(self, worker: Worker) -> None:
        late = next(iter(worker.tasks))
        worker.kill()
        while worker.receive():
            continue
        self._take_replies(worker)
        if worker.ready and late in worker.tasks:  # else it was done in the last moment
            worker.finish(late)
            seconds = PATIENCE * self._settings.file_seconds
            self._answer(Answer(late, b"", SkipReason.TIMEOUT, f"gave no answer in {seconds:g} s"))
        self._replace(worker)

    def _replace(self, worker: Worker) -> None:
        """Settle what a dead worker leaves: at most one task is blamed, a new worker gets the rest."""
        self._workers.remove(worker)
        self._selector.unregister(worker.outlet)
        if worker.inlet in self._selector.get_map():
            self._selector.unregister(worker.inlet)
        reason, detail = worker.end()
        if not worker.ready:
            self._failed_starts += 1
            if self._failed_starts >= _START_ATTEMPTS:
                raise BuildError("no worker process could be started", where="parse", hint=detail)
        elif worker.tasks and (worker.answered == 0 or reason is SkipReason.TIMEOUT):
            culprit = next(iter(worker.tasks))
            worker.finish(culprit)
            self._answer(Answer(culprit, b"", reason, detail))
        if worker.tasks:
            self._give(self._start(), list(worker.tasks.values()))


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
