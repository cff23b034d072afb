"""Which maps a question goes to: `--map` values, and the map of where one stands."""

from __future__ import annotations

import subprocess

import pytest

from xray_graph.cli import locate
from xray_graph.errors import NotFoundError, UsageError
from xray_graph.testing import repo


def test_a_built_map_is_found_from_below(tmp_path):
    folder = locate.default_output(tmp_path)
    (folder / "shop.graph.gz").touch()
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert locate.choose([], deep).files == (folder / "shop.graph.gz",)


def test_the_nearest_wins(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    for root in (tmp_path, inner):
        (locate.default_output(root) / "m.graph.gz").touch()
    assert locate.choose([], inner).files == (inner / ".xray" / "m.graph.gz",)


def test_an_empty_folder_of_maps_is_passed_by(tmp_path):
    (locate.default_output(tmp_path) / "m.graph.gz").touch()
    inner = tmp_path / "inner"
    inner.mkdir()
    locate.default_output(inner)
    assert locate.choose([], inner).files == (tmp_path / ".xray" / "m.graph.gz",)


def test_without_a_map_the_hint_says_how_to_make_one(tmp_path):
    with pytest.raises(NotFoundError) as caught:
        locate.choose([], tmp_path)
    assert "xray graph build" in caught.value.hint


def test_a_server_without_a_map_is_told_what_it_takes(tmp_path):
    with pytest.raises(NotFoundError) as caught:
        locate.choose([], tmp_path, labels=False)
    assert "--map" not in caught.value.hint
    assert "`.` is this one" in caught.value.hint


def test_files_folders_and_labels_are_told_apart(tmp_path):
    for name in ("b.graph.gz", "a.graph.gz", "notes.txt"):
        (tmp_path / name).touch()
    single = tmp_path / "x" / "c.graph.gz"
    single.parent.mkdir()
    single.touch()
    chosen = locate.choose([str(tmp_path), str(single), "shop"], tmp_path)
    assert [path.name for path in chosen.files] == ["a.graph.gz", "b.graph.gz", "c.graph.gz"]
    assert chosen.labels == ("shop",)


def test_a_folder_that_was_mapped_means_its_map(tmp_path):
    shop, other = tmp_path / "shop", tmp_path / "other"
    shop.mkdir()
    (locate.default_output(shop) / "shop.graph.gz").touch()
    assert locate.choose([str(shop)], other).files == (shop / ".xray" / "shop.graph.gz",)


def test_who_stands_among_maps_is_told_how_to_ask_them(tmp_path):
    (tmp_path / "shop.graph.gz").touch()
    with pytest.raises(NotFoundError) as caught:
        locate.choose([], tmp_path)
    assert "--map ." in caught.value.hint
    with pytest.raises(NotFoundError) as caught:
        locate.choose(["shop"], tmp_path)
    assert caught.value.hint == "did you mean shop.graph.gz?"


def test_a_file_that_is_named_twice_is_opened_once(tmp_path):
    (tmp_path / "a.graph.gz").touch()
    assert len(locate.choose([str(tmp_path), str(tmp_path / "a.graph.gz")], tmp_path).files) == 1


@pytest.mark.parametrize("value", ["missing.graph.gz", "some/folder", "./x"])
def test_a_path_that_is_not_there_is_no_label(value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotFoundError) as caught:
        locate.choose([value], tmp_path)
    assert caught.value.where == value


def test_a_folder_without_maps_is_an_error(tmp_path):
    with pytest.raises(NotFoundError) as caught:
        locate.choose([str(tmp_path)], tmp_path)
    assert caught.value.where == str(tmp_path)


def test_git_does_not_see_the_folder(tmp_path):
    root = repo({"a.py": "x = 1\n"}, tmp_path / "shop", git=True)
    (locate.default_output(root) / "shop.graph.gz").touch()
    status = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, check=True)
    assert status.stdout == b""


def test_a_folder_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / ".xray").write_text("a file in the way")
    with pytest.raises(UsageError) as caught:
        locate.default_output(tmp_path)
    assert "-o" in caught.value.hint
