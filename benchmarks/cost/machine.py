"""What the figures were measured on."""

from __future__ import annotations

import datetime as dt
import os
import platform
from pathlib import Path


def describe() -> dict[str, object]:
    """Processor, cores that this process may use, load when it started, system, Python, date."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")
    return {
        "processor": model or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[0], 1),
        "system": platform.platform(aliased=True, terse=True),
        "python": platform.python_version(),
        "date": f"{dt.datetime.now(dt.UTC):%Y-%m-%d}",
    }
