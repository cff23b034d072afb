"""One cold build in a process of its own: CPU of the whole tree, or the peak of its memory. Linux only."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
XRAY = [sys.executable, "-c", "from xray_graph.cli import main; main()", "graph"]
_NOT_OURS = ("XRAY_", "PYTHONDONTWRITEBYTECODE")
INTERVAL = 0.05  # seconds between two samples of memory


@dataclass
class Build:
    """What one build took. Seconds."""

    snapshot: Path
    cpu: float
    wall: float
    stages: dict[str, float]  # stage → seconds of wall time, as the build's report tells


def cold_build(root: Path, place: Path) -> Build:
    """Build `root` into `place` with empty caches."""
    start = time.monotonic()
    process = _start(root, place)
    _, status, usage = os.wait4(process, 0)
    wall = time.monotonic() - start
    _check(status, place)
    (snapshot,) = (place / "out").glob("*.graph.gz")
    return Build(snapshot, usage.ru_utime + usage.ru_stime, wall, _stages(place / "stdout"))


def peak_memory(root: Path, place: Path) -> float:
    """The largest sum of PSS over the tree of processes of one build, in megabytes (10^6 bytes)."""
    process = _start(root, place)
    peak = 0
    while True:
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            break
        peak = max(peak, sum(_pss(member) for member in _tree(process)))
        time.sleep(INTERVAL)
    _check(status, place)
    shutil.rmtree(place)
    return peak * 1024 / 1e6


def _start(root: Path, place: Path) -> int:
    """Start the build; its process id. Output goes to files, so that nobody waits for a reader.

    An installed program has its bytecode, so the first build writes that of a checkout.
    """
    place.mkdir(parents=True)
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith(_NOT_OURS)},
        "PYTHONPATH": str(CHECKOUT),
        "XDG_CACHE_HOME": str(place / "cache"),
    }
    flags = os.O_WRONLY | os.O_CREAT
    return os.posix_spawn(
        sys.executable,
        [*XRAY, "build", str(root), "-o", str(place / "out"), "--json"],
        environment,
        file_actions=[
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(place / "stdout"), flags, 0o644),
            (os.POSIX_SPAWN_OPEN, 2, str(place / "stderr"), flags, 0o644),
        ],
    )


def _check(status: int, place: Path) -> None:
    if code := os.waitstatus_to_exitcode(status):
        raise SystemExit(f"the build ended with {code}:\n{(place / 'stderr').read_text()[-2000:]}")


def _stages(output: Path) -> dict[str, float]:
    seconds: dict[str, float] = json.loads(output.read_text())["maps"][0]["seconds"]
    return seconds


def _tree(process: int) -> list[int]:
    """The process and all its descendants that are alive."""
    members, todo = [], [process]
    while todo:
        member = todo.pop()
        members.append(member)
        try:
            for thread in Path(f"/proc/{member}/task").iterdir():
                todo += map(int, (thread / "children").read_text().split())
        except OSError:  # it ended meanwhile
            continue
    return members


def _pss(process: int) -> int:
    """Kibibytes: private memory, and a fair share of what is shared."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:")), 0)
