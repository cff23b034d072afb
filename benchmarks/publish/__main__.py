"""What bringing a large map to a registry costs, and taking it from there: CPU, memory, bytes.

    python benchmarks/publish [--megabytes 500] [--reference 127.0.0.1:5000/team/large]

Without a reference the image goes to an OCI layout in a temporary folder: the same but for the network.
The map is random bytes behind the first line of a sealed one, so nothing can be compressed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

STEP = 1 << 20


def run(*arguments: str) -> tuple[float, float]:
    """(CPU seconds, megabytes at most) of one command."""
    process = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "xray_graph.cli", "graph", *arguments],
        os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, fd, os.devnull, os.O_WRONLY, 0) for fd in (1, 2)],
    )
    _, status, used = os.wait4(process, 0)
    if status:
        sys.exit(f"{' '.join(arguments)} ended with {os.waitstatus_to_exitcode(status)}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--megabytes", type=int, default=500)
    asked.add_argument("--reference", default="")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "large.graph.gz")
        with file.open("wb") as out:
            out.write(b"age-encryption.org/v1\n")
            for _ in range(given.megabytes):
                out.write(os.urandom(STEP))
        layout = str(Path(place, "layout"))
        where = given.reference or "registry.example.com/team/large"
        target = [] if given.reference else ["--output", layout]
        source = given.reference or f"oci:{layout}:latest"
        rows = {
            "publish": run("publish", str(file), where, *target),
            "publish again": run("publish", str(file), where, *target),
            "pull": run("pull", source, str(Path(place, "got"))),
        }
        assert Path(place, "got", file.name).read_bytes() == file.read_bytes()
    print(f"| {given.megabytes} MiB | CPU s | memory MB |\n| --- | ---: | ---: |")
    for name, (seconds, memory) in rows.items():
        print(f"| {name} | {seconds:.2f} | {memory:.0f} |")


if __name__ == "__main__":
    main()
