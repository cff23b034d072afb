"""Hostile input by the hundred thousand: no crash, no hang, no memory above twice the cap, always our errors.

`run` is for any reader: give it what makes a case and what reads one; `Reader` reads snapshots. Each case's
generator is seeded with its number, so a case is made again from that alone. The long run is
`benchmarks/snapshot/fuzz.py`, the short one `test_fuzzing`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import signal
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from xray_graph.errors import ExitCode, NotFoundError, UsageError, XrayError
from xray_graph.index.vectors import VectorIndex
from xray_graph.retrieve import callees, callers, filters, node, search, services
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.snapshot import Map, inspect, open_map, seal, verify
from xray_graph.snapshot.header import is_sealed
from xray_graph.snapshot.map import read_map
from xray_graph.snapshot.place import PartBlob
from xray_graph.snapshot.verify import verify_blob

CAP = 16 << 20
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None)
PATIENCE = 20.0  # seconds for one case; a good one takes milliseconds


class Fault(NamedTuple):
    case: int
    way: str
    what: str


class Outcome(NamedTuple):
    """`peak` is how far the process's memory grew for one case at most, in bytes, and `largest` which it was."""

    refused: Counter[str]  # by class of error
    ways: Counter[str]
    taken: int  # nothing was wrong with it, or nothing that anybody asked for
    slowest: float
    peak: int
    largest: int
    faults: list[Fault]


class _HangError(BaseException):
    pass


def _hang(*_):
    raise _HangError


def run(
    make: Callable[[random.Random], tuple[str, bytes]],
    attempt: Callable[[bytes], None],
    cases: range,
) -> Outcome:
    """Make each case and read it. What is no error of ours is a fault."""
    refused, ways, faults = Counter(), Counter(), []
    taken, slowest, peak, largest = 0, 0.0, 0, 0
    old = signal.signal(signal.SIGALRM, _hang)
    for number in cases:
        way, data = make(random.Random(number))
        ways[way] += 1
        before = _memory("VmRSS", forget=True)
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_REAL, PATIENCE)
        try:
            with warnings.catch_warnings(action="error"):  # of numpy: a value that no honest file has
                attempt(data)
            taken += 1
        except XrayError as error:
            refused[type(error).__name__] += 1
            if error.exit_code is not ExitCode.REFUSED:
                faults.append(Fault(number, way, f"not refused: {error!r}"))
        except _HangError:
            faults.append(Fault(number, way, f"no end after {PATIENCE} s"))
        except BaseException as error:  # noqa: BLE001 - that is what is looked for
            last = traceback.extract_tb(error.__traceback__)[-1]
            faults.append(Fault(number, way, f"{error!r} at {last.filename}:{last.lineno}"))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        slowest = max(slowest, time.process_time() - begun)
        peak, largest = max((peak, largest), (_memory("VmHWM") - before, number))
    signal.signal(signal.SIGALRM, old)
    return Outcome(refused, ways, taken, slowest, peak, largest, faults)


def _memory(name: str, *, forget: bool = False) -> int:
    """Of this process, in bytes; `forget` gives back what is free and begins the high-water mark anew."""
    if forget:
        if _TRIM is not None:
            _TRIM(0)
        try:
            Path("/proc/self/clear_refs").write_text("5")
        except OSError:  # then a case counts where it passes all before it
            name = "VmHWM"
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))


class Alone(NamedTuple):
    """What reading once took, in a process of its own: bytes that it grew by, CPU seconds, and the end of it."""

    grown: int
    seconds: float
    end: str


def alone(work: Callable[[], object]) -> Alone:
    """Do this in a copy of the process, so that nothing that was freed before is used for it."""
    there, here = os.pipe()
    child = os.fork()
    if not child:
        end = "Crash"
        try:
            before, begun, end = _memory("VmRSS", forget=True), time.process_time(), "taken"
            try:
                work()
            except Exception as error:  # noqa: BLE001 - its name is what is told
                end = type(error).__name__
            told = msgspec.json.encode(Alone(_memory("VmHWM") - before, time.process_time() - begun, end))
            os.write(here, told)
        finally:
            os._exit(0)
    os.close(here)
    with os.fdopen(there, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return msgspec.json.decode(told, type=Alone) if told else Alone(0, 0.0, "crash")


def use(map_: Map) -> None:
    """Read all that a map offers, as a server would; unknown names are no fault of the file."""
    graph = map_.graph
    for i in range(min(len(graph), 200)):
        graph.node(i), map_.body(i), graph.outgoing(i), graph.incoming(i)
    names = [graph.name(i) for i in range(min(len(graph), 3))]
    for name in names:
        with contextlib.suppress(NotFoundError, UsageError):
            node(map_, name, limit=10)
            callers(map_, name, depth=5, limit=10)
            callees(map_, name, depth=5, limit=10)
    for query in ("add a cart", "Cart.Add", "text"):
        search(map_, query, limit=5)
    for order in filters.ORDERS:
        search(map_, "*", kind="function", order=order, limit=5)
    graph.nearest("Cart.Ad")
    services(map_, limit=5)
    _ = map_.names
    if map_.vectors is None or not map_.vectors.rows.size:
        return
    query = np.ones(map_.vectors.rows.shape[1], np.float32)
    query /= np.linalg.norm(query)
    VectorIndex(map_.vectors).search(query, 5)
    indexed = indexes_of(map_).lay_out()
    assert indexed is not None
    indexed.search(query, 5)
    if indexed.graph is not None:
        indexed.graph.nearest(query, 5)


class Reader:
    """Reads a case: what is sealed from a file, anything else from memory."""

    def __init__(self, folder: Path, keys: seal.Keys, cap: int = CAP) -> None:
        self.path = folder / "case.graph.gz"
        self.keys = keys
        self.cap = cap

    def __call__(self, data: bytes) -> None:
        blob = PartBlob(data, len(data), "case")
        if is_sealed(blob):
            self.path.write_bytes(data)
            with contextlib.suppress(XrayError):
                inspect(self.path, max_bytes=self.cap)
            verify(self.path, self.keys, max_bytes=self.cap)
            with open_map(self.path, self.keys, max_bytes=self.cap) as map_:
                use(map_)
            return
        refused: tuple[type[XrayError], str] | None = None
        try:
            verify_blob(blob, self.cap)
        except XrayError as error:  # not kept: with it would be all that it was raised over
            refused = type(error), error.message
        use(read_map(blob, self.cap))  # what verify refuses must not hurt who does not verify
        if refused is not None:
            raise refused[0](refused[1])
