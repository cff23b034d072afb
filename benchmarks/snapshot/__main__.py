"""What a snapshot costs: writing, opening, the header, and its size beside the sources.

    python benchmarks/snapshot [--large [--graph-index]] [ROOT...]

- large    a generated map of 300,000 nodes and 1.5 million edges (large.py): written (synced and renamed;
           the median of three), opened and searched for the first time (a process of its own, after imports;
           words and vectors), its header read (the median of 200), plain and sealed. With --graph-index it
           has one (needs hnswlib; built quickly, what is measured is reading), which is laid out too, as for
           a map that is asked often; how far memory grows for that, and stays.
- ROOT     a repository, built as users build it: bytes of the file over bytes of the texts in it.

Seconds are CPU seconds (user and system, all threads) and wall seconds of the same run.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

FIRST = """
import sys, time
from xray_graph.retrieve import Questions, search
from xray_graph.snapshot import open_map
import xray_graph.embed.builtin
wall, cpu = time.perf_counter(), time.process_time()
with open_map(sys.argv[1]) as map_:
    reply = search(map_, "where are deco and fira kept", limit=5, questions=Questions())
print(time.process_time() - cpu, time.perf_counter() - wall, len(reply.results), reply.maps[0].reason)
"""

OFTEN = """
import sys, time
from pathlib import Path
from xray_graph.retrieve import Questions, search
from xray_graph.retrieve.indexes import indexes_of
from xray_graph.snapshot import open_map
def memory(name):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith(name))
with open_map(sys.argv[1]) as map_:
    search(map_, "where are deco and fira kept", limit=5, questions=Questions())
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")
    begun = time.process_time()
    indexes_of(map_).lay_out()
    print(time.process_time() - begun, memory("VmHWM") - before, memory("VmRSS") - before)
"""


def timed(work):
    """(CPU seconds, wall seconds)"""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def middle(runs):
    return tuple(statistics.median(column) for column in zip(*runs, strict=True))


def shares(header, of):
    """Each section's bytes in the file, over `of`."""
    return ", ".join(f"{s.name} {s.stored / of:.3f}" for s in header.sections)


def of_large(folder, *, graph_index):
    from large import large

    from xray_graph.index import hnsw
    from xray_graph.snapshot import read_header, seal, verify, write_map

    parts = large()
    if graph_index:
        parts = dataclasses.replace(parts, hnsw=hnsw.build(parts.vectors, breadth=40))
    path = folder / "large.graph.gz"
    write = functools.partial(write_map, path, parts)
    written = middle([timed(write) for _ in range(3)])
    del write
    del parts
    header = verify(path)
    about = header.about
    size, sources = path.stat().st_size, about.source_bytes
    unpacked = sum(s.raw for s in header.sections if s.name != "sources")
    print(
        f"large: {sum(about.nodes.values())} nodes, {sum(about.edges.values())} edges, "
        f"{sources / 1e6:.1f} MB of sources"
    )
    print(f"  file {size / 1e6:.1f} MB, {size / sources:.2f} of them ({shares(header, 1e6)})")
    print(f"  unpacked without the texts {unpacked / 1e6:.0f} MB")
    print("  write: {:.2f} CPU s, {:.2f} s".format(*written))
    opened = []
    for _ in range(3):
        out = subprocess.run(
            [sys.executable, "-c", FIRST, path], check=True, capture_output=True, text=True
        ).stdout
        opened.append(tuple(float(number) for number in out.split()[:2]))
    print(
        "  open and first search: {:.2f} CPU s, {:.2f} s  [{}]".format(
            *middle(opened), " ".join(out.split()[2:])
        )
    )
    if graph_index:
        out = subprocess.run([sys.executable, "-c", OFTEN, path], check=True, capture_output=True, text=True)
        numbers = map(float, out.stdout.split())
        print("  graph index: {:.2f} CPU s, {:.0f} MB while it is laid out, {:.0f} MB then".format(*numbers))
    secret, recipient = seal.generate()
    (folder / "key").write_text(secret)
    keys = seal.read_keys([folder / "key"])
    sealed = folder / "sealed.graph.gz"
    from xray_graph.snapshot import open_blob, open_map, place

    def close():
        with open_blob(path) as blob:
            place.replace_by(sealed, seal.sealed(blob.pieces(), seal.read_recipients([recipient])))

    print("  seal: {:.2f} CPU s, {:.2f} s".format(*timed(close)))
    print("  unseal to read: {:.2f} CPU s, {:.2f} s".format(*timed(lambda: open_map(sealed, keys).close())))
    for name, file, how in (("header", path, None), ("sealed header", sealed, keys)):
        read = middle([timed(lambda file=file, how=how: read_header(file, how)) for _ in range(200)])
        print("  {}: {:.2f} CPU ms, {:.2f} ms".format(name, *(1000 * each for each in read)))


def of_repository(root, folder):
    from xray_graph.snapshot import read_header

    command = [
        sys.executable,
        "-m",
        "xray_graph.cli",
        "graph",
        "build",
        str(root),
        "-o",
        str(folder),
        "--json",
    ]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    (told,) = json.loads(out)["maps"]
    header = read_header(told["file"])
    size, sources = told["file_bytes"], header.about.source_bytes
    print(f"{root.name}: {size / 1e6:.2f} MB, {size / sources:.3f} of {sources / 1e6:.2f} MB of sources")
    print(f"  of them: {shares(header, sources)}")
    many = [timed(lambda: read_header(told["file"])) for _ in range(200)]
    print(
        "  header {} bytes: {:.2f} CPU ms, {:.2f} ms".format(
            header.size, *(1000 * each for each in middle(many))
        )
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--large", action="store_true")
    asked.add_argument("--graph-index", action="store_true")
    asked.add_argument("roots", nargs="*", type=Path)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="snapshot-") as folder:
        for root in given.roots:
            of_repository(root, Path(folder))
        if given.large:
            of_large(Path(folder), graph_index=given.graph_index)


if __name__ == "__main__":
    main()
