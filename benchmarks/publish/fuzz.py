"""Whether a hostile image can crash, hang or fill this program, or leave anything but maps in a folder.

    python benchmarks/publish/fuzz.py [--cases 40000] [--from 0] [--only N]

Each case is a good image with something changed: an index, a manifest, a configuration, an attachment, a
tar, a gzip stream, with digests put right (tests/publish/mutations.py). It is pulled with a cap of 1 MiB.
Says how many were refused, the slowest, how far memory grew, and what was no error of ours. A case is made
again from its number alone; `--only` shows where one ends.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.publish.conftest import about
from tests.publish.mutations import CAP, Mutator, run
from tests.snapshot.maps import parts
from xray_graph.publish import pull
from xray_graph.snapshot import write_map

_MEMORY = Path("/dev/shm")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=40_000)
    asked.add_argument("--from", dest="begin", type=int, default=0)
    asked.add_argument("--only", type=int)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as place:
        good = Path(place, "shop.graph.gz")
        write_map(good, parts(about=about("shop"), vectors=None))
        mutator = Mutator(good.read_bytes())
        folder = Path(place, "fuzz")
        folder.mkdir()
        if given.only is not None:
            way, held = mutator.case(given.only)
            print(way)
            print(pull(held, "1", folder / "got", max_bytes=CAP))
            return
        run(mutator, range(given.begin, given.begin + 200), folder)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = time.process_time()
        done = run(mutator, range(given.begin, given.begin + given.cases), folder)
        seconds = time.process_time() - begun
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"{given.cases} cases in {seconds:.0f} CPU s, the slowest {done.slowest:.2f} CPU s")
    print(f"taken {done.taken}, refused {dict(done.refused)}, by {dict(sorted(done.ways.items()))}")
    print(f"memory grew by {grown / 1024:.1f} MiB; the cap is {CAP >> 20} MiB")
    for fault in done.faults[:50]:
        print("FAULT", *fault)
    print(f"{len(done.faults)} faults")
    sys.exit(bool(done.faults))


if __name__ == "__main__":
    main()
