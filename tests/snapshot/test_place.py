"""Replacing a file as a whole: whatever happens on the way, the name holds the old file or the new one."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.snapshot.maps import parts
from xray_graph.errors import BuildError, FormatError
from xray_graph.snapshot import place, verify, write_map

PIECES = [b"a" * 5000, b"b" * 5000, b"c" * 5000]

KILLED = """
import os, signal, sys
from pathlib import Path
from xray_graph.snapshot import place

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def pieces(last):
    for k in range(3):
        if k == last:
            die()
        yield bytes([97 + k]) * 5000

path, when = sys.argv[1:]
if when.isdecimal():
    place.replace(path, pieces(int(when)))
elif when == "before-sync":
    os.fsync = die
elif when == "before-rename":
    Path.replace = die
elif when == "after-rename":
    rename = Path.replace
    Path.replace = lambda a, b: (rename(a, b), die())
place.replace(path, pieces(-1))
"""


def run(code, *arguments):
    folders = os.pathsep.join(p for p in sys.path if p)
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, env={"PYTHONPATH": folders}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("when", ["0", "1", "2", "before-sync", "before-rename", "after-rename"])
def test_a_killed_writer_leaves_a_whole_file(tmp_path, when):
    path = tmp_path / "m.graph.gz"
    path.write_bytes(b"old")
    assert run(KILLED, path, when).returncode == -signal.SIGKILL
    assert path.read_bytes() == (b"".join(PIECES) if when == "after-rename" else b"old")
    place.replace(path, PIECES)
    assert path.read_bytes() == b"".join(PIECES)
    assert [p.name for p in tmp_path.iterdir()] == ["m.graph.gz"], "what the killed one left is gone"


def test_what_is_left_of_others_is_not_ours(tmp_path):
    others = [".other.graph.gz.1f.tmp", ".m.graph.gz", "m.graph.gz.tmp", ".m.graph.gz.swp"]
    for name in others:
        (tmp_path / name).touch()
    place.replace(tmp_path / "m.graph.gz", PIECES)
    assert {p.name for p in tmp_path.iterdir()} == {*others, "m.graph.gz"}


FULL = """
import resource, sys
from xray_graph.snapshot import place
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
place.replace(sys.argv[1], [b"x" * 3000] * 3)
"""


def test_a_full_disk(tmp_path):
    path = tmp_path / "m"
    path.write_bytes(b"old")
    done = run(FULL, path)
    assert f"BuildError: {path}: cannot write the snapshot: File too large" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["m"]
    assert path.read_bytes() == b"old"


def test_pieces_that_fail(tmp_path):
    def pieces():
        yield b"x"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        place.replace(tmp_path / "m", pieces())
    assert list(tmp_path.iterdir()) == []


def test_places_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "no" / "m", tmp_path / "file" / "m", tmp_path / "folder"):
        with pytest.raises(BuildError) as told:
            place.replace(path, PIECES)
        assert told.value.where == str(path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["file", "folder"]


def test_a_second_writer_waits_for_the_lock(tmp_path, monkeypatch):
    monkeypatch.setattr(place, "_PATIENCE", 0.0)
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        with pytest.raises(BuildError, match="another process is writing"):
            place.replace(tmp_path / "m", PIECES)
        fcntl.flock(folder, fcntl.LOCK_UN)
        place.replace(tmp_path / "m", PIECES)
    finally:
        os.close(folder)


def test_two_writers_at_once(tmp_path):
    code = (
        "import sys; from tests.snapshot.maps import parts; from xray_graph.snapshot import write_map\n"
        "for _ in range(20): write_map(sys.argv[1], parts())\n"
    )
    folders = os.pathsep.join(p for p in sys.path if p)
    writers = [
        subprocess.Popen([sys.executable, "-c", code, tmp_path / "m"], env={"PYTHONPATH": folders})
        for _ in range(2)
    ]
    assert [w.wait() for w in writers] == [0, 0]
    verify(tmp_path / "m")
    assert [p.name for p in tmp_path.iterdir()] == ["m"]


def test_permissions_follow_the_mask(tmp_path):
    old = os.umask(0o027)
    try:
        place.replace(tmp_path / "m", PIECES)
    finally:
        os.umask(old)
    assert (tmp_path / "m").stat().st_mode & 0o777 == 0o640


def test_reading_by_place(tmp_path):
    path = tmp_path / "m"
    path.write_bytes(b"0123456789")
    with place.FileBlob(path) as blob:
        assert blob.size == 10
        assert blob.read(3, 4) == b"3456"
        assert blob.read(3, 0) == b""
        with pytest.raises(FormatError, match="ends too early"):
            blob.read(8, 4)
    with pytest.raises(FormatError):
        blob.read(0, 1)


def test_a_name_given_as_text(tmp_path):
    write_map(str(tmp_path / "m"), parts())
    assert verify(str(tmp_path / "m")).about.label == "shop"
    assert Path(tmp_path / "m").is_file()
