"""`xray graph build`: what it writes, what it says, and how it ends."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from tests.serve.running import PROGRAM, environment
from xray_graph.cli import run
from xray_graph.snapshot import read_header

FILES = {
    "a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n",
    "README.md": "# Shop\n\nSells things.\n",
}


def test_it_writes_one_snapshot_and_says_where(repo, tmp_path, capfd):
    out = tmp_path / "maps"
    assert run(["graph", "build", str(repo(FILES)), "-o", str(out)]) == 0
    shown, beside = capfd.readouterr()
    assert str(out / "shop.graph.gz") in shown
    assert "shop: " in shown
    assert "walk" in beside
    assert read_header(out / "shop.graph.gz").about.label == "shop"


def test_as_json_it_is_one_value(repo, tmp_path, capfd):
    assert run(["graph", "build", str(repo(FILES)), "-o", str(tmp_path), "--json"]) == 0
    (told,) = json.loads(capfd.readouterr().out)["maps"]
    assert told["label"] == "shop"
    assert told["file"] == str(tmp_path / "shop.graph.gz")
    assert told["files"]["complete"] == 2
    assert told["exit_code"] == 0
    assert told["content_digest"] == read_header(told["file"]).content_digest.hex()


def test_without_a_folder_the_map_is_found_from_inside(repo, monkeypatch, capfd):
    root = repo(FILES, git=True)
    monkeypatch.chdir(root)
    assert run(["graph", "build"]) == 0
    assert (root / ".xray" / "shop.graph.gz").is_file()
    capfd.readouterr()
    monkeypatch.chdir(root / ".xray")
    assert run(["graph", "maps"]) == 0
    assert capfd.readouterr().out.startswith("shop: ")


def test_a_map_of_another_label_that_lies_beside_is_named(repo, capfd):
    root = repo({"a.py": "x = 1\n"})
    assert run(["graph", "build", str(root)]) == 0
    shown, beside = capfd.readouterr()
    assert "edges from 1 file, in " in shown
    assert " kB\n" in shown
    assert "delete what is old" not in beside
    assert run(["graph", "build", str(root), "--name", "market"]) == 0
    assert f"questions asked here go to shop.graph.gz too; delete what is old: {root / '.xray'}" in (
        capfd.readouterr().err
    )
    assert (root / ".xray" / "shop.graph.gz").is_file()


def test_the_map_is_no_part_of_what_is_mapped(repo, capfd):
    root = repo(FILES)
    digests = []
    for _ in range(2):
        assert run(["graph", "build", str(root), "--json"]) == 0
        digests.append(json.loads(capfd.readouterr().out)["maps"][0]["content_digest"])
    assert digests[0] == digests[1]


def test_the_map_of_another_repository_is_not_written_over(repo, tmp_path, capfd):
    one = repo(FILES, name="one/shop", git=True)
    two = repo({"b.md": "# Other\n"}, name="two/shop", git=True)
    file = tmp_path / "maps" / "shop.graph.gz"
    assert run(["graph", "build", str(one), "-o", str(file.parent)]) == 0
    before = file.read_bytes()
    assert run(["graph", "build", str(two), "-o", str(file.parent)]) == 2
    assert f"where: {file}, {two}" in capfd.readouterr().err
    assert file.read_bytes() == before


def test_a_history_that_was_written_anew_is_no_other_repository(repo, tmp_path):
    one, out = repo(FILES, name="one/shop", git=True), str(tmp_path / "maps")
    assert run(["graph", "build", str(one), "-o", out]) == 0
    anew = repo({**FILES, "c.md": "# New\n"}, name="anew/shop", git=True)  # whose commits are others
    assert run(["graph", "build", str(anew), "-o", out]) == 0


def test_several_paths_make_several_maps(repo, tmp_path, capfd):
    roots = [str(repo(FILES, name=name)) for name in ("one", "two")]
    assert run(["graph", "build", *roots, "-o", str(tmp_path / "maps")]) == 0
    assert sorted(path.name for path in (tmp_path / "maps").iterdir()) == ["one.graph.gz", "two.graph.gz"]


def test_a_folder_in_the_repositorys_own_file_is_its_own(repo, capfd):
    root = repo({**FILES, ".xray.toml": 'output = "built"\nname = "depot"\n', ".gitignore": "/built/\n"})
    (root / "built").mkdir()
    assert run(["graph", "build", str(root)]) == 0
    assert (root / "built" / "depot.graph.gz").is_file()


def test_files_that_were_partly_read_are_named_and_count_when_strict(repo, tmp_path, capfd):
    root = str(repo({"a.py": b"# caf\xe9\ndef ok():\n    pass\n"}))
    assert run(["graph", "build", root, "-o", str(tmp_path)]) == 0
    beside = capfd.readouterr().err
    assert "1 file partly read" in beside
    assert "a.py" in beside
    assert run(["graph", "build", root, "-o", str(tmp_path), "--strict"]) == 3


def test_of_a_file_that_was_partly_read_the_lines_are_told(repo, tmp_path, capfd):
    root = str(repo({"a.py": "def ok():\n    pass\n\ndef (((:\n\ndef also():\n    pass\n\nclass ]:\n"}))
    assert run(["graph", "build", root, "-o", str(tmp_path)]) == 0
    assert re.search(
        r"^  a\.py:4(-\d+)?: these lines could .*, and \d more places?$", capfd.readouterr().err, re.MULTILINE
    )


@pytest.mark.parametrize(
    ("flags", "code"),
    [
        (["--name", "a/b"], 2),
        (["--jobs", "-1"], 2),
        (["--max-file-bytes", "0"], 2),
        (["--embedder", "magic"], 2),
        (["--nonsense"], 2),
    ],
)
def test_wrong_usage_ends_with_2_and_writes_nothing(repo, tmp_path, capfd, flags, code):
    out = tmp_path / "maps"
    assert run(["graph", "build", str(repo(FILES)), "-o", str(out), *flags]) == code
    shown, beside = capfd.readouterr()
    assert shown == ""
    assert flags[0] in beside or "label" in beside
    assert not out.exists()


def test_a_repository_with_nothing_to_read_ends_with_1(repo, tmp_path, capfd):
    assert run(["graph", "build", str(repo({"x.bin": b"\0\0"})), "-o", str(tmp_path / "maps")]) == 1
    shown, beside = capfd.readouterr()
    assert shown == ""
    assert "no file to read" in beside
    assert not (tmp_path / "maps").exists()


@pytest.mark.parametrize("path", ["missing", "shop/a.py"])
def test_a_path_that_is_no_folder_ends_with_1(repo, tmp_path, capfd, path):
    repo(FILES)
    assert run(["graph", "build", str(tmp_path / path)]) == 1
    assert path in capfd.readouterr().err


def test_two_maps_of_one_label_are_refused(repo, tmp_path, capfd):
    first, second = repo(FILES, name="x/shop"), repo(FILES, name="y/shop")
    assert run(["graph", "build", str(first), str(second), "-o", str(tmp_path / "maps")]) == 2
    assert "--name" in capfd.readouterr().err
    assert run(["graph", "build", str(first), str(second), "--name", "z"]) == 2


def test_a_folder_that_cannot_be_made_ends_with_1(repo, tmp_path, capfd):
    (tmp_path / "file").touch()
    assert run(["graph", "build", str(repo(FILES)), "-o", str(tmp_path / "file" / "maps")]) == 1
    assert "-o" in capfd.readouterr().err


def test_who_no_longer_reads_what_is_told_beside_stops_no_build(repo, tmp_path):
    with subprocess.Popen(
        [*PROGRAM, "build", str(repo(FILES)), "-o", str(tmp_path / "maps"), "--json"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stderr.close()
        (told,) = json.loads(child.stdout.read())["maps"]
        assert child.wait(timeout=60) == 0
    assert read_header(told["file"]).about.label == "shop"


def test_a_full_disk_is_no_fault_of_the_program(repo, tmp_path):
    with open("/dev/full", "wb") as full:
        ended = subprocess.run(
            [*PROGRAM, "build", str(repo(FILES)), "-o", str(tmp_path), "--json"],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ended.returncode == 1
    assert b"output cannot be written" in ended.stderr
    assert b"fault" not in ended.stderr
