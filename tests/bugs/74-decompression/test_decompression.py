"""A few bytes ask for a terabyte; a cut stream, or a second one behind it, passes unseen.

Seen in indygreg/python-zstandard#332, sergey-dryabzhinsky/python-zstd#53.
"""

from __future__ import annotations

import hashlib
import tracemalloc

import pytest

from tests.snapshot.maps import parts
from tests.snapshot.mutations import Mutator, apart
from xray_graph.errors import ExitCode, FormatError
from xray_graph.snapshot import member, read_header, verify, write_map


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "m.graph.gz"
    write_map(path, parts())
    return path, apart(path.read_bytes())


def refused(path, data):
    path.write_bytes(data)
    tracemalloc.start()
    try:
        with pytest.raises(FormatError) as told:
            verify(path)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
    finally:
        tracemalloc.stop()
    assert told.value.exit_code is ExitCode.REFUSED
    return str(told.value)


def test_a_terabyte_is_refused_from_the_header_alone(good):
    path, taken = good
    data = Mutator([taken])._with(taken, "nodes", taken.sections["nodes"], 1 << 40)
    assert "section `nodes` is damaged: claims 1099511627776 bytes" in refused(path, data)
    with pytest.raises(FormatError, match="claims"):
        read_header(path)


def test_a_stream_that_holds_more_than_is_declared_stops_there(good):
    path, taken = good
    zeros = bytes(64 << 20)
    stored, digest = member.compress(zeros), hashlib.sha256(zeros).digest()
    data = Mutator([taken])._with(taken, "texts", stored, 1 << 16, digest)
    assert "more than the 65536 bytes declared" in refused(path, data)


@pytest.mark.parametrize("keep", [0.5, 0.99])
def test_a_cut_stream_is_seen(good, keep):
    path, taken = good
    stored = taken.sections["strings"]
    data = Mutator([taken])._with(taken, "strings", stored[: int(len(stored) * keep)])
    assert "section `strings` is damaged: ends too early" in refused(path, data)


def test_a_second_stream_is_seen(good):
    path, taken = good
    data = Mutator([taken])._with(taken, "strings", taken.sections["strings"] * 2)
    assert "section `strings` is damaged: has bytes behind its end" in refused(path, data)
