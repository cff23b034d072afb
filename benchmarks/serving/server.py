"""One `xray graph serve-snapshots` as a child, and what the kernel says of its time and memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

CHECKOUT = Path(__file__).parents[2]
_TICKS = os.sysconf("SC_CLK_TCK")
_MB = 1 << 20


class Server:
    """Started, and ready when this returns; ended on leaving."""

    def __init__(self, folder: Path, *flags: str) -> None:
        command = [
            sys.executable,
            "-c",
            "from xray_graph.cli import main; main()",
            "graph",
            "serve-snapshots",
        ]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("XRAY_")}
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*command, "--mental-maps-dir", str(folder), "--addr", "127.0.0.1:0", "--json", *flags],
            env=environment | {"PYTHONPATH": str(CHECKOUT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.wall = time.perf_counter() - begun
        self.host, _, port = told["url"].removeprefix("http://").rpartition(":")
        self.port = int(port)
        self.maps = len(told["maps"])

    def cpu(self) -> float:
        """Seconds of processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def memory(self, field: str = "VmRSS") -> float:
        """Megabytes: resident now, or at most so far (`VmHWM`)."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith(f"{field}:"):
                return int(line.split()[1]) * 1024 / _MB
        raise AssertionError(field)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
