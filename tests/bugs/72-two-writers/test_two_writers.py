"""Two builds write one output at once: an update is lost, or A's data lies under B's manifest.

Class: https://github.com/BeaconBay/ck/pull/150, https://github.com/ROCm/aorta/issues/492
Input: builds of two different trees under one label into one folder, at the same time and again and again;
one of them killed with SIGKILL, and started anew.
Expected: what lies there is at every moment one of the two maps, whole; each build that ends well ends with 0;
a build that was killed leaves no lock behind that anybody waits for, and the next one removes what it left.
"""

from __future__ import annotations

import signal
import subprocess

import pytest

from tests.serve.running import PROGRAM, environment, run, until
from xray_graph.snapshot import open_map, read_header, verify
from xray_graph.testing import write

NAMES = [
    f"{verb}_{noun}" for verb in ("load", "store", "find") for noun in ("cart", "till", "apple", "shelf")
]


@pytest.fixture
def trees(tmp_path):
    """Two repositories that have no file and no symbol in common."""
    made = []
    for side in ("left", "right"):
        files = {
            f"{side}_{number}.py": "\n".join(
                f"def {side}_{name}_{number}():\n    return {number}\n" for name in NAMES
            )
            for number in range(20)
        }
        made.append(write(tmp_path / side, files))
    return made


@pytest.fixture
def output(tmp_path):
    folder = tmp_path / "maps"
    folder.mkdir()
    return folder


def start(tree, output):
    return subprocess.Popen(
        [*PROGRAM, "build", str(tree), "--name", "shop", "-o", str(output), "--no-embed", "--jobs", "1"],
        env=environment(XDG_CACHE_HOME=str(tree.parent / "cache")), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def side_of(file):
    """Whose map this is; it fails when the map is not whole, or holds anything of the other."""
    verify(file)
    with open_map(file) as map_:
        paths = [path for path in map_.graph.paths if path.endswith(".py")]
        sides = {path.partition("_")[0] for path in paths}
        texts = {map_.source(path).split(b"_")[0] for path in paths}
    assert len(paths) == 20
    assert len(sides) == 1
    (side,) = sides
    assert texts == {f"def {side}".encode()}
    return side


def test_two_builds_at_once_leave_one_of_the_two_maps(trees, output):
    file = output / "shop.graph.gz"
    seen = set()
    for _ in range(3):
        builds = [start(tree, output) for tree in trees]
        while any(build.poll() is None for build in builds):
            if file.exists():
                seen.add(side_of(file))  # also while they write
        for build in builds:
            _, said = build.communicate(timeout=60)
            assert build.returncode == 0, said
        seen.add(side_of(file))
    assert seen <= {"left", "right"}
    assert [path.name for path in output.iterdir() if path.name.endswith(".tmp")] == []


def test_a_build_that_was_killed_is_in_nobodys_way(trees, output):
    left, right = trees
    file = output / "shop.graph.gz"
    assert run("build", str(left), "--name", "shop", "-o", str(output), "--no-embed").returncode == 0
    before = read_header(file)
    # The writer that is killed holds the lock and has a part of its file on the disk.
    doomed = subprocess.Popen(
        [PROGRAM[0], "-c", HALF, str(output)], env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert doomed.stdout.readline() == "half\n"
    until(lambda: list(output.glob(".*.tmp")))
    assert read_header(file) == before
    other = start(right, output)  # it waits for the one that writes
    doomed.send_signal(signal.SIGKILL)
    doomed.communicate(timeout=60)
    other.communicate(timeout=60)
    assert other.returncode == 0
    assert side_of(file) == "right"
    assert list(output.glob(".*.tmp")) == []


HALF = """
import sys, time
from pathlib import Path
from xray_graph.snapshot import place
def pieces():
    yield b"a" * (1 << 20)
    print("half", flush=True)
    time.sleep(600)
place.replace(Path(sys.argv[1]) / "shop.graph.gz", pieces())
"""
