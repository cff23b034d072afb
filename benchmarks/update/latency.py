"""How long an update takes, from the call to the new version, on a copy of a repository.

    python benchmarks/update/latency.py ROOT [--repeat 9] [--copies 1] [--results PREFIX]

Meant for a Go repository of about 1,000 files; with `--copies N` the tree is laid N times side by side
(modules of their own, in one git repository), for one of about 10,000. Measured, each as the median of
`--repeat` edits:

- body       a statement more in one function body, in files of different size: of all Go files with a
             function, half, nine tenths, 99 hundredths are no larger, and the largest
- signature  another result of the function whose callers are nearest to 200
- new, gone  a file more, and that file deleted
- look       a look at the whole tree, with nothing changed
- switch     the checkout of the commit 50 before, told as a hook tells it

Told are wall milliseconds, CPU milliseconds of this process, and of everything: this process, the workers
that parse, and git.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cost"))
import machine
import numpy as np

from xray_graph.config import BuildSettings
from xray_graph.update import LiveMap
from xray_graph.update.reply import UpdateReply

_TICKS = os.sysconf("SC_CLK_TCK")


class Clock:
    """CPU seconds of this process, and of this, its workers and the git processes that ended."""

    def __init__(self, live: LiveMap) -> None:
        self._live = live

    def read(self) -> tuple[float, float, float]:
        own = time.process_time()
        workers = sum(_cpu(pid) for pid in self._live.workers)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return time.perf_counter(), own, own + workers + children.ru_utime + children.ru_stime


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


class Bench:
    def __init__(self, root: Path, live: LiveMap, repeat: int) -> None:
        self.root, self.live, self.repeat = root, live, repeat
        self.clock = Clock(live)
        self.rows: list[dict[str, object]] = []

    def measure(self, what: str, change: Callable[[int], None], tell: Callable[[], UpdateReply]) -> None:
        """`change` makes the k-th edit; `tell` the update that is timed."""
        spent = []
        for k in range(self.repeat):
            change(k)
            before = self.clock.read()
            reply = tell()
            spent.append([b - a for a, b in zip(before, self.clock.read(), strict=True)])
            if reply.rebuilt:
                raise SystemExit(f"{what}: {reply.rebuilt}")
        wall, own, all_ = (1000 * statistics.median(column) for column in zip(*spent, strict=True))
        row = {"what": what, "wall_ms": wall, "cpu_ms": own, "all_cpu_ms": all_, "resolved": reply.resolved}
        self.rows.append({**row, "phases": reply.seconds})
        print(
            f"{what:44} {wall:7.0f} ms wall {own:6.0f} ms CPU {all_:6.0f} ms with workers and git"
            f" {reply.resolved:5} resolved",
            file=sys.stderr,
        )

    def edit(self, what: str, path: str, old: bytes, new: bytes) -> None:
        """Put `new` (with a number in place of `%d`) where `old` is, and back, in turns."""
        place = self.root / path
        text = place.read_bytes()
        if old not in text:
            raise SystemExit(f"{path} does not hold {old!r}")

        def change(k: int) -> None:
            place.write_bytes(text if k % 2 else text.replace(old, new.replace(b"%d", b"%d" % k), 1))

        self.measure(what, change, lambda: self.live.update([path]))
        place.write_bytes(text)
        self.live.update([path])


def code_files(live: LiveMap) -> list[str]:
    """Go files with a function in them, by size."""
    sources = live.version.map.sources
    files = [
        p for p, data in sources.items() if p.endswith(".go") and re.search(rb"(?m)^func .*\) .*\{$", data)
    ]
    return sorted(files, key=lambda path: len(sources[path]))


def function_of(live: LiveMap, callers: int) -> tuple[str, bytes, int]:
    """The path, first line and number of callers of the exported function with about so many callers."""
    graph = live.version.map.graph
    calls = graph.edges.kind == 1
    pairs = np.unique(np.stack([graph.edges.target[calls], graph.edges.source[calls]], axis=1), axis=0)
    counts = np.bincount(pairs[:, 0], minlength=len(graph))
    for i in np.argsort(np.abs(counts - callers), kind="stable").tolist():
        if graph.kind(i) != "function" or not graph.path(i).endswith(".go"):
            continue
        line = live.version.map.body(i).partition("\n")[0].encode()
        if re.fullmatch(rb"func \w+\([^()]*\) [\w.*\[\]]+ \{", line):
            return graph.path(i), line, int(counts[i])
    raise SystemExit("there is no function with a plain signature")


def run(root: Path, live: LiveMap, repeat: int) -> list[dict[str, object]]:
    bench = Bench(root, live, repeat)
    files = code_files(live)
    body = re.compile(rb"(?m)^(func .*\) .*\{)$")
    for what, share in (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("largest", 1.0)):
        path = files[min(int(share * len(files)), len(files) - 1)]
        text = (root / path).read_bytes()
        line = body.search(text)[1]
        size = len(text) // 1000
        bench.edit(
            f"body of one function ({what}: {size} kB)", path, line, line + b"\n\tadded := %d\n\t_ = added"
        )
    path, line, callers = function_of(live, 200)
    head, _, result = line.removesuffix(b" {").rpartition(b") ")
    bench.edit(f"signature with {callers} callers", path, line, head + b") []" + result + b" {")

    new = root / "added" / "added.go"
    new.parent.mkdir(exist_ok=True)

    def appear(k: int) -> None:
        new.write_text(f"package added\n\nfunc Added{k}() int {{ return {k} }}\n")

    def come_and_go(k: int) -> None:
        new.unlink(missing_ok=True)
        live.update()
        appear(k)

    def be_there(k: int) -> None:
        appear(k)
        live.update()
        new.unlink()

    bench.measure("a new file", come_and_go, lambda: live.update(["added/added.go"]))
    bench.measure("a file less", be_there, lambda: live.update(["added/added.go"]))
    bench.measure("a look at the whole tree", lambda _: None, live.update)
    if (root / ".git").exists() and int(_git(root, "rev-list", "--count", "HEAD")) > 50:
        names = [_git(root, "rev-parse", name) for name in ("HEAD", "HEAD~50")]

        def switch(k: int) -> None:
            _git(root, "checkout", "--quiet", "--detach", names[(k + 1) % 2])

        bench.measure("a branch 50 commits away", switch, live.update)
    return bench.rows


def _git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(root), *arguments], check=True, capture_output=True, text=True
    ).stdout.strip()


def laid_out(root: Path, copies: int, work: Path) -> None:
    """A copy of the repository, or its files several times side by side."""
    if copies == 1:
        shutil.copytree(root, work, symlinks=True)
        return
    for k in range(copies):
        shutil.copytree(root, work / f"copy{k:02}", symlinks=True, ignore=shutil.ignore_patterns(".git"))
        module = work / f"copy{k:02}" / "go.mod"
        if module.exists():
            module.write_text(re.sub(r"(?m)^module (.*)$", rf"module \1/copy{k}", module.read_text()))
    _git(work, "init", "--quiet")
    _git(work, "add", "--all")
    _git(work, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "--quiet", "-m", "laid out")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("root", type=Path)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path(__file__).parent / "latency")
    chosen = parser.parse_args()
    told = machine.describe()
    with tempfile.TemporaryDirectory(prefix="latency-") as scratch:
        os.environ["XDG_CACHE_HOME"] = str(Path(scratch) / "cache")
        work = Path(scratch) / "work"
        laid_out(chosen.root.resolve(), chosen.copies, work)
        live = LiveMap(work, lambda: BuildSettings(name="measured"), quiet=0)
        try:
            version = live.wait()
            counted = {
                "files": len(version.state.tree.files),
                "go_files": sum(path.endswith(".go") for path in version.state.tree.files),
                "nodes": len(version.map.graph),
                "edges": len(version.map.graph.edges),
            }
            print(counted, file=sys.stderr)
            rows = run(work, live, chosen.repeat)
        finally:
            live.close(flush=False)
    result = {
        "root": chosen.root.name,
        "copies": chosen.copies,
        "machine": told,
        "map": counted,
        "rows": rows,
    }
    chosen.results.with_suffix(".json").write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
