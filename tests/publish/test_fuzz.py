"""A few hundred of the hostile images that benchmarks/publish/fuzz.py makes by the ten thousand."""

from __future__ import annotations

import pytest

from tests.publish.mutations import Mutator, run


@pytest.mark.parametrize("begin", [0, 10_000])
def test_an_image_is_taken_or_refused_with_one_of_our_errors(maps, tmp_path, begin):
    folder = tmp_path / "fuzz"
    folder.mkdir()
    done = run(Mutator(maps[0].read_bytes()), range(begin, begin + 300), folder)
    assert not done.faults
    assert len(done.ways) > 10
    assert done.taken
    assert sum(done.refused.values()) > 100
