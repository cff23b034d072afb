"""Killed while it writes: a corrupt file, or half an index that the next run calls up to date.

Seen in DeusData/codebase-memory-mcp#67, flupkede/codesearch#93, DeusData/codebase-memory-mcp#391.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time

import pytest

from tests.snapshot.maps import parts, sources
from xray_graph.errors import FormatError
from xray_graph.snapshot import read_header, verify, write_map

BUILD = [sys.executable, "-c", "from xray_graph.cli import main; main()", "graph", "build"]
FILES = {f"m{k}.py": f"def f{k}():\n    return {k}\n" for k in range(30)}

WRITING = """
import sys
from tests.snapshot.maps import parts, sources
from xray_graph.snapshot import write_map
maps = [parts(), parts(sources=sources() | {"docs/adr/0007.md": b"x" * 50})]
print("ready", flush=True)
while True:
    for each in maps:
        write_map(sys.argv[1], each)
"""


def environment():
    return os.environ | {"PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def test_twenty_kills_leave_the_old_map_or_the_new_one(tmp_path):
    chance = random.Random(73)
    path = tmp_path / "m.graph.gz"
    both = set()
    for changed in ({}, {"docs/adr/0007.md": b"x" * 50}):
        both.add(write_map(path, parts(sources=sources() | changed)).content_digest)
    for _ in range(20):
        command = [sys.executable, "-c", WRITING, str(path)]
        child = subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.05))
        child.send_signal(signal.SIGKILL)
        child.wait()
        child.stdout.close()
        assert verify(path).content_digest in both
    write_map(path, parts())
    assert [file.name for file in tmp_path.iterdir()] == ["m.graph.gz"]


def test_a_disk_that_is_full_leaves_the_old_map(repo, tmp_path):
    root, out = repo(FILES), tmp_path / "out"
    command = [*BUILD, str(root), "-o", str(out), "--name", "m", "--no-embed", "--jobs", "1"]
    subprocess.run(command, env=environment(), check=True, capture_output=True)
    before = (out / "m.graph.gz").read_bytes()
    (root / "m1.py").write_text("def other():\n    return 0\n")
    done = subprocess.run(
        command,
        env=environment() | {"XDG_CACHE_HOME": str(tmp_path / "none")},
        check=False, capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, -1)),
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "cannot write the snapshot" in done.stderr
    assert (out / "m.graph.gz").read_bytes() == before
    assert [file.name for file in out.iterdir()] == ["m.graph.gz"]
    subprocess.run(command, env=environment(), check=True, capture_output=True)
    assert (out / "m.graph.gz").read_bytes() != before


def test_a_cut_file_is_never_taken_for_a_map(tmp_path):
    path = tmp_path / "m.graph.gz"
    write_map(path, parts())
    data = path.read_bytes()
    for size in range(0, len(data), 211):
        path.write_bytes(data[:size])
        with pytest.raises(FormatError):  # by the header alone, which is all that a server reads at first
            read_header(path)
