"""The short run of `fuzzing`; the long one, of a hundred thousand, is told of in `benchmarks/snapshot`."""

from __future__ import annotations

import random

import pytest

from tests.snapshot import crafted
from tests.snapshot.fuzzing import CAP, Reader, alone, run, use
from tests.snapshot.mutations import Mutator, bomb, corpus
from xray_graph.errors import FormatError
from xray_graph.snapshot import seal
from xray_graph.snapshot.diff import diff
from xray_graph.snapshot.map import read_map
from xray_graph.snapshot.place import PartBlob
from xray_graph.snapshot.verify import verify_blob


@pytest.fixture(scope="module")
def good(tmp_path_factory):
    return corpus(tmp_path_factory.mktemp("corpus"))


@pytest.fixture
def reader(tmp_path, good):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    reader = Reader(tmp_path, seal.read_keys([tmp_path / "key"]))
    for each in good:
        reader(each.data)
    return reader, recipient


def test_hostile_files_end_in_an_error_of_ours(reader, good):
    read, recipient = reader
    done = run(Mutator(good, recipient).case, read, range(900_000, 901_500))
    assert not done.faults
    assert done.peak < 2 * CAP
    assert min(done.ways.values()) > 10, "each way of spoiling a file was tried"
    assert done.refused["FormatError"] > 500


def test_a_case_is_made_again_from_its_number(good):
    mutator = Mutator(good)
    first = [mutator.case(random.Random(n)) for n in range(30)]
    assert [mutator.case(random.Random(n)) for n in range(30)] == first


@pytest.mark.parametrize("size", [CAP - (1 << 16), CAP + 1, 1 << 30])
def test_a_bomb_takes_what_it_declares_or_nothing(reader, good, size):
    read, _ = reader
    content = bomb(1 << 25, 0) if size > CAP else bomb(size, 0)
    data = Mutator(good)._with(good[0], "nodes", content[1], size, content[2])

    def refused(_):
        with pytest.raises(FormatError, match="damaged|more than it can hold|at most"):
            read(data)

    done = run(lambda _: ("bomb", data), refused, range(1))
    assert not done.faults
    assert done.peak < 2 * CAP


@pytest.mark.parametrize("make", crafted.ALL, ids=lambda make: make.__name__)
def test_a_map_of_one_thing_just_under_the_cap_takes_no_more_than_twice_that(make):
    data = crafted.just_under(make, CAP)
    blob = PartBlob(data, len(data), "crafted")
    for read in (verify_blob, lambda blob, cap: use(read_map(blob, cap))):
        done = alone(lambda read=read: read(blob, CAP))
        assert done.end == "taken"
        assert done.grown < 2 * CAP


@pytest.mark.parametrize("make", [crafted.many_nodes, crafted.many_callers], ids=lambda make: make.__name__)
def test_two_of_them_are_compared_within_what_both_may_take(make):
    data = crafted.just_under(make, CAP)
    blob = PartBlob(data, len(data), "crafted")
    done = alone(lambda: diff(read_map(blob, CAP).graph, read_map(blob, CAP).graph))
    assert done.end == "taken"
    assert done.grown < 4 * CAP
