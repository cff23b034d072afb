"""How long `xray graph update FILE` takes its caller beyond what the server works.

    python benchmarks/update/client.py ROOT [--repeat 20] [--results PREFIX]

A server keeps a copy of the repository, and the client is started as an editor's or a git's hook starts it:
in the repository, with the name of a file that was edited a moment before. Told, as medians and as 90th
percentiles in milliseconds: the wall clock of the client from its start to its end, what the server says it
worked, the difference, and the CPU of the client (the start of Python included) beside that of an empty
Python program.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cost"))
import machine

PROGRAM = [sys.executable, "-c", "from xray_graph.cli import main; main()", "graph"]


def timed(command: list[str], cwd: Path) -> tuple[float, float, str]:
    """Wall and CPU milliseconds of a program, and what it wrote."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        command, cwd=cwd, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return 1000 * wall, 1000 * cpu, done.stdout


def measure(work: Path, file: Path, repeat: int) -> dict[str, dict[str, float]]:
    """The figures by name; the first update, which warms the server, is left out."""
    text = file.read_bytes()
    columns: dict[str, list[float]] = {"wall": [], "server": [], "own": [], "cpu": [], "python_cpu": []}
    for k in range(repeat + 1):
        file.write_bytes(text + b"\n" * ((k + 1) % 2))
        wall, cpu, told = timed([*PROGRAM, "update", "--json", str(file.relative_to(work))], work)
        reply = json.loads(told)
        if not reply["updated"]:
            raise SystemExit(f"{file}: not updated: {told}")
        server = 1000 * sum(reply["seconds"].values())
        _, python_cpu, _ = timed([sys.executable, "-c", ""], work)
        if k:
            for name, value in zip(columns, (wall, server, wall - server, cpu, python_cpu), strict=True):
                columns[name].append(value)
    return {
        name: {"median": statistics.median(found), "p90": sorted(found)[int(0.9 * len(found))]}
        for name, found in columns.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--repeat", type=int, default=20)
    parser.add_argument("--results", type=Path, default=Path(__file__).parent / "client")
    chosen = parser.parse_args()
    told = machine.describe()
    with tempfile.TemporaryDirectory(prefix="client-") as scratch:
        os.environ["XDG_CACHE_HOME"] = str(Path(scratch) / "cache")
        os.environ.pop("XDG_RUNTIME_DIR", None)
        work = Path(scratch) / "work"
        shutil.copytree(chosen.root.resolve(), work, symlinks=True)
        files = sorted(work.rglob("*.go"), key=lambda path: (path.stat().st_size, path))
        server = subprocess.Popen(
            [*PROGRAM, "serve", "--no-watch", "--json", "--addr", "127.0.0.1:0", "--flush-after", "0", "."],
            cwd=work,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            server.stdout.readline()
            timed([*PROGRAM, "update", "--timeout", "600"], work)  # ends when the first build has
            figures = measure(work, files[len(files) // 2], chosen.repeat)
        finally:
            server.terminate()
            server.wait()
    for name, row in figures.items():
        print(f"{name:12} {row['median']:7.0f} ms median {row['p90']:7.0f} ms p90", file=sys.stderr)
    result = {"root": chosen.root.name, "machine": told, "ms": figures}
    chosen.results.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
