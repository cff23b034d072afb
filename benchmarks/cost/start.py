"""How long `xray graph --help` takes: a new process each time, wall time."""

from __future__ import annotations

import os
import statistics
import subprocess
import time

from build import CHECKOUT, XRAY


def help_time(repeat: int = 20) -> dict[str, float]:
    """Milliseconds: best and median of `repeat` starts, after one to warm the disk."""
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    times = []
    for _ in range(repeat + 1):
        start = time.perf_counter()
        subprocess.run([*XRAY, "--help"], env=environment, stdout=subprocess.DEVNULL, check=True)
        times.append((time.perf_counter() - start) * 1000)
    return {"best": min(times[1:]), "median": statistics.median(times[1:])}
