"""One worker process seen from outside: its pipes, the tasks in its hands, how it died.

It moves bytes and keeps count; it decides nothing. Called by `pool` only. The process is a plain
child (`python -c`), not one of `multiprocessing`: that would run the caller's main module again in
every worker, keep one more process for itself and turn a death into an endless wait.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from xray_graph.errors import BuildError
from xray_graph.model import SkipReason
from xray_graph.parse.worker import REPLY, REQUEST, Setup

_BOOT: Final = "import sys;sys.path[:]=sys.argv[1:];from xray_graph.parse.worker import main;main()"
_READ_BYTES: Final = 1 << 20
_PIPE_BYTES: Final = 1 << 20  # a file's facts in one write; the system may give less
_LAST_WORDS: Final = 400
_encode = msgspec.msgpack.Encoder().encode


class Task(NamedTuple):
    """A file to read. `number` is the caller's and comes back with the answer."""

    number: int
    language: str
    data: bytes


class Worker:
    """A child that reads files. The pool sets `ready` and `deadline`; the rest is kept here."""

    def __init__(self, setup: Setup) -> None:
        self._log = _log_file()
        self._file_seconds = setup.file_seconds
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and code
                [sys.executable, "-I", "-S", "-c", _BOOT, *_import_path()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                bufsize=0,
            )
        except OSError as error:
            os.close(self._log)
            raise BuildError(
                f"a worker process could not be started: {error.strerror}",
                where=sys.executable or "parse",
                hint="set fewer jobs, or make room for one more process",
            ) from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.pid: Final = self._process.pid
        self.inlet: Final = self._process.stdin.fileno()
        self.outlet: Final = self._process.stdout.fileno()
        for pipe in (self.inlet, self.outlet):
            os.set_blocking(pipe, False)
            if hasattr(fcntl, "F_SETPIPE_SZ"):
                with contextlib.suppress(OSError):
                    fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
        self.tasks: Final[dict[int, Task]] = {}  # in the order the worker reads them
        self.tasks_bytes = 0
        self.answered = 0
        self.languages: Final[set[str]] = set()  # of the tasks it was ever given
        self.ready = False
        self.starved = False  # it said that its memory is used up
        self.deadline = 0.0  # when it must have spoken; counts only while it has tasks
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._write(_encode(setup))

    @property
    def writing(self) -> bool:
        """Whether bytes for it are left that its pipe had no room for."""
        return bool(self._outgoing)

    def give(self, tasks: Sequence[Task]) -> None:
        """Put tasks in its hands, behind those it has."""
        for task in tasks:
            self.tasks[task.number] = task
            self.tasks_bytes += len(task.data)
            self.languages.add(task.language)
        self._write(_encode(tasks))

    def finish(self, number: int) -> None:
        """A task was answered."""
        self.tasks_bytes -= len(self.tasks.pop(number).data)
        self.answered += 1

    def send(self) -> None:
        """Move what the pipe has room for. A dead worker is noticed by `receive`, not here."""
        try:
            while self._outgoing:
                del self._outgoing[: os.write(self.inlet, self._outgoing)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._outgoing.clear()

    def receive(self) -> bool | None:
        """Take in what it said. None when that is nothing new, False once it will say no more."""
        try:
            data = os.read(self.outlet, _READ_BYTES)
        except BlockingIOError:
            return None
        self._incoming += data
        return bool(data)

    def replies(self) -> Iterator[tuple[int, int, bytes]]:
        """The whole replies taken in so far: (number, Status, payload)."""
        buffer, at = self._incoming, 0
        while len(buffer) - at >= REPLY.size:
            length, number, status = REPLY.unpack_from(buffer, at)
            end = at + REPLY.size + length
            if len(buffer) < end:
                break
            yield number, status, bytes(memoryview(buffer)[at + REPLY.size : end])
            at = end
        del buffer[:at]

    def end(self) -> tuple[SkipReason, str]:
        """Make sure that it is gone, free its pipes, and say why it ended."""
        try:
            self._process.wait(2.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        words = os.pread(self._log, 1 << 16, 0).decode("utf-8", "replace").strip()
        self._close_pipes()
        code = self._process.returncode
        if self.starved or "failed to allocate" in words:  # the second is how tree-sitter says it
            return SkipReason.MEMORY, "needed more memory than a worker may use"
        if code == -signal.SIGPROF:
            return SkipReason.TIMEOUT, f"took longer than {self._file_seconds:g} s of CPU"
        if code == -signal.SIGALRM:
            return SkipReason.TIMEOUT, "took so long that the worker gave up"
        last_words = words[-_LAST_WORDS:].splitlines()
        detail = f"worker ended by {_signal_name(-code)}" if code < 0 else f"worker ended with status {code}"
        return SkipReason.CRASH, f"{detail}: {last_words[-1]}" if last_words else detail

    def kill(self) -> None:
        """Stop it, whatever it is doing. What it said before can still be received; then `end`."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Kill and forget."""
        self._process.kill()
        self._process.wait()
        self._close_pipes()

    def _write(self, body: bytes) -> None:
        self._outgoing += REQUEST.pack(len(body))
        self._outgoing += body

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        os.close(self._log)


def _import_path() -> list[str]:
    """Where this process imports from, for a worker that runs no site files.

    Relative entries are left out: they mean the current folder, which may be the one being mapped.
    """
    home = str(Path(__file__).resolve().parent.parent.parent)
    path = [p for p in sys.path if Path(p).is_absolute()]
    return path if home in path else [home, *path]


def _log_file() -> int:
    """Keeps what a worker says on its way down; it has no name and is gone with its last user."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("xray-worker-log")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
