"""Whether a hostile snapshot can crash, hang or fill this program.

    python benchmarks/snapshot/fuzz.py [--cases 100000] [--from 0] [--only N]

Each case is a good snapshot with something changed, from single bits to single cells with all digests put
right (tests/snapshot/mutations.py), and is verified, opened, searched and asked (tests/snapshot/fuzzing.py)
with a cap of 16 MiB. Says how many were refused, the slowest, how far memory grew, and what was no error of
ours. A case is made again from its number alone; `--only` shows where one ends.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.snapshot.fuzzing import CAP, Reader, run
from tests.snapshot.mutations import Mutator, corpus
from xray_graph.snapshot import seal


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=100_000)
    asked.add_argument("--from", dest="begin", type=int, default=0)
    asked.add_argument("--only", type=int)
    given = asked.parse_args()
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
