"""Whether updates give what builds give, over the real history of a repository.

    python benchmarks/update/replay.py ROOT... [--commits 300] [--skip 0] [--check-every 1] [--results PREFIX]

Each root (a git repository; its own work tree is not touched) is cloned into a scratch folder, checked
out at the oldest of its last N commits along the first parents, and mapped; `--skip` leaves out the newest,
so that a long replay can be made in pieces. Then commit after commit is checked out and told to the live
map as a hook would (`since` the commit before). After every K-th the tree is also built from nothing, with
the cached facts, and the content digests of both snapshots are compared: they cover nodes, edges, texts,
sources, words, vectors and the header. The first difference ends the run with exit code 1.

Also told: wall and CPU seconds of the updates (this process, without git's checkout), how many files
each had to resolve again, and how much of a build's CPU that is.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "cost"))
import machine

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.snapshot import write_map
from xray_graph.update import LiveMap


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *arguments],
        check=True,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    return done.stdout.strip()


def replay(root: Path, commits: int, skip: int, every: int, scratch: Path) -> dict[str, object]:
    """The figures of one root; SystemExit when an update is no build."""
    work = scratch / "work"
    git(root, "clone", "--quiet", "--shared", "--no-checkout", str(root), str(work))
    listed = git(work, "rev-list", "--first-parent", f"--skip={skip}", f"--max-count={commits + 1}", "HEAD")
    chosen = listed.split()[::-1]
    git(work, "checkout", "--quiet", "--detach", chosen[0])
    settings = BuildSettings(name="replayed")
    live = LiveMap(work, lambda: settings, quiet=0)
    walls: list[float] = []
    cpus: list[float] = []
    build_cpus: list[float] = []
    resolved: list[int] = []
    changed = 0
    try:
        live.wait()
        for number, (before, commit) in enumerate(pairwise(chosen), 1):
            git(work, "checkout", "--quiet", "--detach", commit)
            wall, cpu = time.perf_counter(), time.process_time()
            reply = live.update(since=before)
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
            resolved.append(reply.resolved)
            changed += len(reply.updated) + len(reply.removed)
            if reply.rebuilt:
                raise SystemExit(f"{root.name} {commit}: {reply.rebuilt}")
            if number % every == 0 or number == len(chosen) - 1:
                build_cpus.append(compare(live, settings, scratch, f"{root.name} {commit}"))
            print(
                f"{root.name} {number}/{len(chosen) - 1} {commit[:9]} {len(reply.updated)} updated,"
                f" {len(reply.removed)} removed, {reply.resolved} resolved, {walls[-1] * 1000:.0f} ms",
                file=sys.stderr,
            )
    finally:
        live.close(flush=False)
    return {
        "root": root.name,
        "commits": len(walls),
        "compared": len(build_cpus),
        "files_changed": changed,
        "median_ms": statistics.median(walls) * 1000,
        "p95_ms": sorted(walls)[int(0.95 * len(walls))] * 1000,
        "median_cpu": statistics.median(cpus),
        "build_cpu": statistics.median(build_cpus),
        "median_resolved": statistics.median(resolved),
    }


def compare(live: LiveMap, settings: BuildSettings, scratch: Path, what: str) -> float:
    """Compare the live map with a build of the same tree; the build's CPU seconds."""
    live.flush()  # what the update parsed, so that the build has only to read it
    cpu = time.process_time()
    built = pipeline.build(live.root, settings)
    spent = time.process_time() - cpu
    ours = write_map(scratch / "ours.graph.gz", live.version.state.parts)
    theirs = write_map(scratch / "theirs.graph.gz", built.parts)
    if ours.content_digest != theirs.content_digest:
        sections = [
            a.name for a, b in zip(ours.sections, theirs.sections, strict=False) if a.sha256 != b.sha256
        ]
        raise SystemExit(
            f"{what}: the update is no build; other sections: {', '.join(sections) or 'the header'};"
            f" see {scratch}"
        )
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("roots", nargs="+", type=Path)
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--check-every", type=int, default=1)
    parser.add_argument("--results", type=Path, default=Path(__file__).parent / "replay")
    chosen = parser.parse_args()
    told = machine.describe()
    rows = []
    for root in chosen.roots:
        scratch = Path(tempfile.mkdtemp(prefix="replay-"))
        os.environ["XDG_CACHE_HOME"] = str(scratch / "cache")
        rows.append(replay(root.resolve(), chosen.commits, chosen.skip, chosen.check_every, scratch))
        subprocess.run(["rm", "-rf", str(scratch)], check=True)
    chosen.results.with_suffix(".json").write_text(
        json.dumps({"machine": told, "rows": rows}, indent=1) + "\n"
    )
    print(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
