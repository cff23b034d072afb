"""Whether a map is ever neither the old one nor the new one: killed writers and full disks.

    python benchmarks/snapshot/kill.py [--kills 100] [--disk FOLDER]

A repository alternates between two states. Half of the kills fall at random points of `xray graph build`,
from its start to its end; the other half at random points of a live map that updates and writes again and
again. SIGKILL each. After each the file under the name must verify and be one of the two maps, and the next
writer must leave nothing else in the folder. `--disk` is a small file system (a tmpfs of a few megabytes): it
is filled to every degree, a map is written, and the old one or the new one must be there.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from xray_graph.snapshot import verify

BUILD = [sys.executable, "-m", "xray_graph.cli", "graph", "build"]
FLUSHING = """
import sys
from pathlib import Path
from xray_graph.config import BuildSettings
from xray_graph.update import LiveMap
root, out = map(Path, sys.argv[1:])
live = LiveMap(root, lambda: BuildSettings(name="m"), output=out, quiet=0)
live.wait()
states = [(root / name).read_text() for name in ("../one", "../two")]
live.flush()
print("ready", flush=True)
k = 0
while True:
    k += 1
    (root / "a.py").write_text(states[k % 2])
    live.update(["a.py"])
    live.flush()
"""


class Ground:
    """A repository of some files in two states, the folder of its map, and the digests that are right."""

    def __init__(self, folder: Path) -> None:
        self.root, self.out = folder / "m", folder / "out"
        self.root.mkdir()
        self.out.mkdir()
        chance = random.Random(1)
        for k in range(60):
            lines = [
                f"def f{k}_{n}():\n    return f{k}_{n - 1 if n else 0}({chance.random()})\n"
                for n in range(60)
            ]
            (self.root / f"m{k}.py").write_text("\n".join(lines))
        self.states = []
        for k, name in enumerate(("one", "two")):
            (folder / name).write_text(f"def state_{name}():\n    return {k}\n" * (k + 1))
            self.states.append((folder / name).read_text())
        self.right = {}
        for k in (0, 1):
            self.be(k)
            self.build()
            self.right[self.digest()] = k

    @property
    def file(self) -> Path:
        return self.out / "m.graph.gz"

    def be(self, k: int) -> None:
        (self.root / "a.py").write_text(self.states[k])

    def command(self, out: Path | None = None) -> list[str]:
        return [*BUILD, str(self.root), "-o", str(out or self.out), "--name", "m"]

    def build(self) -> float:
        begun = time.perf_counter()
        subprocess.run(self.command(), check=True, capture_output=True)
        return time.perf_counter() - begun

    def digest(self, file: Path | None = None) -> str:
        return verify(file or self.file).content_digest.hex()

    def after(self) -> str:
        """`old` or `new`, or what else is there; raises when the file does not verify."""
        return f"state {self.right[self.digest()]}"


def killed_builds(ground: Ground, kills: int, chance: random.Random) -> Counter[str]:
    found: Counter[str] = Counter()
    whole = max(ground.build() for _ in range(3))
    for k in range(kills):
        before = ground.right[ground.digest()]
        ground.be(1 - before)
        child = subprocess.Popen(ground.command(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # every other one near the end, where the file is written
        time.sleep(whole * (chance.uniform(0, 1.1) if k % 2 else chance.uniform(0.6, 1.05)))
        child.send_signal(signal.SIGKILL)
        ended = child.wait()
        now = ground.right[ground.digest()]
        found[("new" if now != before else "old") + (", had ended" if ended == 0 else "")] += 1
    return found


def killed_flushes(ground: Ground, kills: int, chance: random.Random) -> Counter[str]:
    found: Counter[str] = Counter()
    for _ in range(kills):
        child = subprocess.Popen(
            [sys.executable, "-c", FLUSHING, str(ground.root), str(ground.out)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 1.5))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        left = [path.name for path in ground.out.iterdir() if path.name.endswith(".tmp")]
        found[ground.after() + (", in the middle of writing" if left else "")] += 1
    return found


def full_disk(ground: Ground, disk: Path, chance: random.Random) -> Counter[str]:
    found: Counter[str] = Counter()
    size = ground.file.stat().st_size
    print(f"a map of {size} bytes on a disk of {shutil.disk_usage(disk).total}")
    target = disk / "m.graph.gz"
    for k in range(20):
        for path in disk.iterdir():
            path.unlink()
        ground.be(0)
        subprocess.run(ground.command(disk), check=True, capture_output=True)
        free = os.statvfs(disk)
        keep = int(size * (0.05 + 0.06 * k)) + chance.randrange(4096)
        (disk / "filler").write_bytes(b"x" * max(free.f_bavail * free.f_frsize - keep, 0))
        ground.be(1)
        done = subprocess.run(ground.command(disk), check=False, capture_output=True, text=True)
        state = ground.right[ground.digest(target)]
        assert state == (1 if done.returncode == 0 else 0), done.stderr
        assert done.returncode == 0 or "No space left" in done.stderr, done.stderr
        assert {path.name for path in disk.iterdir()} == {"m.graph.gz", "filler"}
        found["new" if state else f"old, exit code {done.returncode}"] += 1
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--kills", type=int, default=100)
    asked.add_argument("--disk", type=Path)
    given = asked.parse_args()
    chance = random.Random(3)
    folder = Path(tempfile.mkdtemp(prefix="kill-"))
    try:
        ground = Ground(folder)
        if given.disk:
            print("full disk:", dict(full_disk(ground, given.disk, chance)))
        print("killed builds:", dict(killed_builds(ground, given.kills // 2, chance)))
        print("killed flushes:", dict(killed_flushes(ground, given.kills - given.kills // 2, chance)))
        ground.build()
        print("left in the folder:", sorted(path.name for path in ground.out.iterdir()))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
