"""What only `verify` finds, what it passes over (sections of later programs), and what is never written."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import numpy as np
import pytest
from msgspec import structs

from tests.snapshot.maps import parts
from tests.snapshot.mutations import Mutator, apart, together
from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.errors import BuildError, FormatError, UsageError
from xray_graph.snapshot import member, open_map, verify, write_map
from xray_graph.snapshot.arrays import pack, unpack


def with_section(path, **changes):
    """A good map with one section more, at its end."""
    write_map(path, parts())
    good = apart(path.read_bytes())
    raw = b"what a later program keeps"
    stored = member.compress(raw)
    body = b"".join(good.sections.values())
    entry = {"name": "later", "codec": "gzip", "offset": len(body), "stored": len(stored), "raw": len(raw),
             "sha256": hashlib.sha256(raw).digest()} | changes  # fmt: skip
    table = {**good.table, "sections": [*good.table["sections"], entry]}
    path.write_bytes(together(good.about, table, body + stored))
    return path


def test_a_section_of_a_later_program_is_passed_over_and_must_be_whole(tmp_path):
    path = with_section(tmp_path / "m")
    assert verify(path).section("later")
    with open_map(path) as read:
        assert len(read.graph) == len(parts().graph)
    for change in ({"sha256": bytes(32)}, {"raw": 10}):
        with pytest.raises(FormatError, match="section `later` is damaged"):
            verify(with_section(path, **change))


def forge_lists(tmp_path, name, **changes):
    """A good map whose section has these columns."""
    write_map(tmp_path / "m", parts())
    taken = apart((tmp_path / "m").read_bytes())
    columns = dict(unpack(taken.raw(name), "m", name).columns) | changes
    (tmp_path / "m").write_bytes(Mutator([taken])._holding(taken, name, pack(columns)))
    return tmp_path / "m"


def u4(*values):
    return np.array(values, dtype=np.uint32)


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        (
            "edges",
            {"details": b"look" + b"more", "details.lengths": u4(0, 4, 4)},
            "`details` holds what nothing",
        ),
        ("edges", {"details": b"", "details.lengths": u4(0, 0)}, "`details` holds a value twice"),
        (
            "strings",
            {"languages": b"gogoyaml", "languages.lengths": u4(0, 2, 2, 4)},
            "`languages` holds a value twice",
        ),
    ],
)
def test_lists_that_hold_too_much(tmp_path, name, changes, words):
    with pytest.raises(FormatError, match=words):
        verify(forge_lists(tmp_path, name, **changes))


@pytest.mark.parametrize("changes", [{"created": 10**15}, {"dims": -1}, {"files": {"complete": -1}}])
def test_what_no_reader_takes_is_not_written(tmp_path, changes):
    given = parts(vectors=None, words=None)
    about = structs.replace(given.about, fingerprint="", **changes)
    with pytest.raises(BuildError, match="has no snapshot"):
        write_map(tmp_path / "m", replace(given, about=about))
    assert not (tmp_path / "m").exists()


@pytest.mark.parametrize(("epoch", "created"), [("999999999999999", 253_402_300_799), ("86400", 86_400)])
def test_a_date_that_no_calendar_has_is_the_last_one(repo, monkeypatch, epoch, created):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    settings = BuildSettings(embed=EmbedSettings(embedder="none"))
    assert pipeline.build(repo({"a.md": "# A\n"}), settings).parts.about.created == created


def test_a_date_that_is_none_is_told(repo, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "now")
    with pytest.raises(UsageError, match="no number of seconds"):
        pipeline.build(repo({"a.md": "# A\n"}), BuildSettings(embed=EmbedSettings(embedder="none")))
