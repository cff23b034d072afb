"""What a user installs: a wheel, built here, unpacked elsewhere and run without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODEL = ("embed/model/rows.npy", "embed/model/scales.npy", "embed/model/pieces.txt", "embed/model/crc32.json")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel of this checkout, built by the declared backend without any network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("xray_graph-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The folder that the wheel was unpacked into: a pure wheel needs no more to be imported."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, code: str, cwd: Path) -> str:
    """Run code that sees the unpacked wheel first; what it prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(installed)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_pure_and_carries_what_it_needs(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert wheel.name.endswith("-py3-none-any.whl")
    assert {f"xray_graph/{name}" for name in ("py.typed", *MODEL)} <= names
    dist_info = next(name.split("/")[0] for name in names if ".dist-info/" in name)
    assert {f"{dist_info}/licenses/LICENSE", f"{dist_info}/licenses/NOTICE"} <= names
    assert not [name for name in names if not name.startswith(("xray_graph/", dist_info))]


def test_it_carries_every_file_of_grammars(wheel):
    command = ["git", "-c", "safe.directory=*", "-C", str(ROOT), "ls-files", "-z", "grammars"]
    listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    sources = [name for name in listed.split("\0") if name]
    assert sources
    for name in sources:
        assert packed.get(f"xray_graph/{name}") == (ROOT / name).read_bytes(), name


def test_it_parses_with_its_own_grammars(installed, tmp_path):
    code = (
        "import xray_graph; from xray_graph.parse.extract import extract\n"
        "facts = extract(b'def greet(name):\\n    return name\\n', 'python')\n"
        "print(xray_graph.__file__); print(*[d.name for d in facts.declarations])"
    )
    where, names = run(installed, code, tmp_path).splitlines()
    assert Path(where).is_relative_to(installed)
    assert names.split() == ["greet"]


def test_its_command_starts(installed, tmp_path):
    code = "import sys; sys.argv[0] = 'xray'; from xray_graph.cli import main; main(['graph', '--help'])"
    assert "build" in run(installed, code, tmp_path)
