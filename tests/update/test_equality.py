"""update(snapshot, change) == build(new tree), over generated repositories and random edits."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.update import sources
from tests.update.comparing import assert_is_a_build
from xray_graph import testing
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.update import LiveMap

EXAMPLES = int(
    os.environ.get("UPDATE_EXAMPLES", "12")
)  # more of them by hand: each takes about half a second

paths = st.sampled_from(sources.PATHS)
variants = st.integers(0, 40)
OPERATIONS = (
    "write",
    "write",
    "write",
    "delete",
    "rename",
    "case",
    "folder",
    "commit",
    "branch",
    "touch",
    "drop",
)


class Shop:
    """A repository that is edited, and the live map of it."""

    def __init__(self, root: Path, files: dict[str, bytes], *, git: bool, embedder: str) -> None:
        self.root = testing.repo({"keep.md": "# Keep\n", **files}, root, git=git)
        self.git = git
        self.settings = BuildSettings(name="shop", embed=EmbedSettings(embedder=embedder))
        self.live = LiveMap(self.root, lambda: self.settings, quiet=0)
        self.live.wait()
        self.touched: set[str] = set()

    def files(self) -> list[str]:
        found = (p.relative_to(self.root).as_posix() for p in self.root.rglob("*") if p.is_file())
        return sorted(path for path in found if not path.startswith(".git/"))

    def place(self, path: str) -> Path:
        """Where a path lies; whatever is in the way is removed."""
        place = self.root / path
        for above in [*reversed(place.relative_to(self.root).parents)][1:]:
            if (self.root / above).is_file():
                (self.root / above).unlink()
                self.touched.add(above.as_posix())
        if place.is_dir():
            self.touched.add(path)
            shutil.rmtree(place)
        place.parent.mkdir(parents=True, exist_ok=True)
        return place

    def move(self, old: str, new: str) -> None:
        if old != new and not new.startswith(old + "/") and not old.startswith(new + "/"):
            source = self.root / old
            target = self.place(new)
            if source.exists():
                if target.exists():
                    target.unlink()
                source.rename(target)
            self.touched |= {old, new}

    def do(self, operation: str, path: str, variant: int) -> None:
        there = self.files()
        known = there[variant % len(there)]
        if operation == "write":
            self.place(path).write_bytes(sources.text(path, variant))
            self.touched.add(path)
        elif operation == "delete" and known != "keep.md":
            (self.root / known).unlink()
            self.touched.add(known)
        elif operation == "rename" and known != "keep.md":
            self.move(known, path)
        elif operation == "case" and known != "keep.md":
            self.move(known, known.swapcase() if variant % 2 else known.title())
        elif operation == "folder":
            self.move(sources.FOLDERS[1 + variant % 3], f"moved{variant % 2}")
        elif operation == "drop":
            folder = self.root / sources.FOLDERS[1 + variant % 3]
            if folder.is_dir():
                shutil.rmtree(folder)
                self.touched.add(sources.FOLDERS[1 + variant % 3])
        elif operation == "touch":
            (self.root / known).touch()
            self.touched.add(known)
        elif operation == "commit" and self.git:
            testing.commit(self.root, "more")
            self.touched.add(".git/HEAD")
        elif operation == "branch" and self.git:
            testing.git(self.root, "stash", "--include-untracked", "--quiet")
            testing.git(self.root, "checkout", "--quiet", "-B", f"b{variant % 2}", "main")
            self.touched.add("")  # as a hook tells: anything

    def restart(self) -> None:
        """Another process, which finds what this one kept and has been told nothing."""
        self.live.close(flush=False)
        self.touched.clear()
        self.live = LiveMap(self.root, lambda: self.settings, quiet=0)
        self.live.wait()

    def update(self, how: int):
        """Tell the live map: by names, or by looking everywhere."""
        touched, self.touched = self.touched, set()
        if "" in touched or how == 0:
            return self.live.update(everything=True)
        if how == 1 and touched:
            return self.live.update([str(self.root / path) for path in touched])
        return self.live.update(sorted(touched)) if touched else self.live.update()


@pytest.mark.parametrize("embedder", ["builtin", "none"])
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_an_update_is_a_build(embedder, data):
    draw = data.draw
    with tempfile.TemporaryDirectory() as place:
        chosen = draw(st.dictionaries(paths, variants, min_size=4, max_size=16), label="files")
        files: dict[str, bytes] = {}
        for path, variant in chosen.items():
            if not any(path.startswith(other + "/") or other.startswith(path + "/") for other in files):
                files[path] = sources.text(path, variant)
        shop = Shop(Path(place, "shop"), files, git=draw(st.booleans(), label="git"), embedder=embedder)
        try:
            assert_is_a_build(shop.live, shop.settings)
            for _ in range(draw(st.integers(1, 4), label="updates")):
                for _ in range(draw(st.integers(1, 3), label="edits")):
                    shop.do(draw(st.sampled_from(OPERATIONS)), draw(paths), draw(variants))
                how = draw(st.integers(0, 3), label="how")
                if how == 3:
                    shop.restart()
                else:
                    reply = shop.update(how)
                    assert not reply.rebuilt
                    assert not reply.unowned
                assert_is_a_build(shop.live, shop.settings)
        finally:
            shop.live.close()
