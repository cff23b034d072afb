"""Whether a hostile snapshot can crash, hang or fill this program.

    python benchmarks/snapshot/fuzz.py [--cases 100000] [--from 0] [--only N] [--crafted]

Each case is a good snapshot with something changed, from single bits to single cells with all digests put
right (tests/snapshot/mutations.py), and is verified, opened, searched and asked (tests/snapshot/fuzzing.py)
with a cap of 16 MiB. Says how many were refused, the slowest, how far memory grew, and what was no error of
ours. A case is made again from its number alone; `--only` shows where one ends.

`--crafted` reads maps that are all of one thing and just under the cap instead (tests/snapshot/crafted.py),
of 16 and of 64 MiB, each verified and used in a process of its own, and tells what memory that took.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.snapshot.crafted import ALL, just_under
from tests.snapshot.fuzzing import CAP, Reader, alone, run, use
from tests.snapshot.mutations import Mutator, corpus
from xray_graph.snapshot import seal
from xray_graph.snapshot.map import read_map
from xray_graph.snapshot.place import PartBlob
from xray_graph.snapshot.verify import verify_blob


def all_crafted() -> None:
    for make in ALL:  # what is imported and kept at the first use is not the map's
        data = just_under(make, 2 << 20)
        use(read_map(PartBlob(data, len(data), make.__name__)))
    for cap in (CAP, 4 * CAP):
        worst = 0.0
        for make in ALL:
            data = just_under(make, cap)
            blob = PartBlob(data, len(data), make.__name__)
            took = [
                alone(lambda blob=blob, read=read, cap=cap: read(blob, cap))
                for read in (verify_blob, lambda blob, cap: use(read_map(blob, cap)))
            ]
            worst = max(worst, *(each.grown / cap for each in took))
            shown = ", ".join(f"{each.end} {each.grown / cap:.2f} {each.seconds:.2f} s" for each in took)
            print(f"{make.__name__}: {len(data) / 1e3:.0f} kB, verified and used: {shown}")
        print(f"with a cap of {cap >> 20} MiB at most {worst:.2f} times that")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=100_000)
    asked.add_argument("--from", dest="begin", type=int, default=0)
    asked.add_argument("--only", type=int)
    asked.add_argument("--crafted", action="store_true")
    given = asked.parse_args()
    if given.crafted:
        all_crafted()
        return
    with tempfile.TemporaryDirectory() as folder:
        secret, recipient = seal.generate()
        (Path(folder) / "key").write_text(secret)
        good = corpus(Path(folder))
        reader = Reader(Path(folder), seal.read_keys([Path(folder) / "key"]))
        mutator = Mutator(good, recipient)
        for each in good:
            reader(each.data)
        if given.only is not None:
            way, data = mutator.case(random.Random(given.only))
            print(way, len(data))
            reader(data)
            return
        begun = time.process_time()
        done = run(mutator.case, reader, range(given.begin, given.begin + given.cases))
    seconds = time.process_time() - begun
    print(f"{given.cases} cases in {seconds:.0f} CPU s, the slowest {done.slowest:.2f} s")
    print(f"taken {done.taken}, refused {dict(done.refused)}, by {dict(sorted(done.ways.items()))}")
    print(
        f"memory grew by {done.peak / (1 << 20):.0f} MiB at most, in case {done.largest}; "
        f"the cap is {CAP >> 20} MiB"
    )
    for fault in done.faults[:50]:
        print("FAULT", *fault)
    print(f"{len(done.faults)} faults")


if __name__ == "__main__":
    main()
