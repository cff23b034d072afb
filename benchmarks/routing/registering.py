"""What it costs to register many snapshots by their headers, and to route among them.

    python benchmarks/routing/registering.py --maps DIR [--count 1000] [--folder FOLDER]

Writes `--count` snapshots into FOLDER (a temporary one when it is not given; one that is full is used
again), with the headers of the maps of DIR in turn and the body of the smallest of them. Then, in a process
of its own: imports, one look at the folder as `serve-snapshots` takes it, 200 questions, and 200 that hold a
name, for the first of which the names of all maps are read.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path

from msgspec import structs

HERE = Path(__file__).parent


def machine() -> str:
    info = Path("/proc/cpuinfo").read_text()
    model = next((line.split(":", 1)[1].strip() for line in info.splitlines() if "model name" in line), "")
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    date = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d")
    return f"{model}, {cores} cores, Python {platform.python_version()}, {date}, load {load:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--maps", type=Path, required=True)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.folder)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        fill(folder, options.maps, options.count)
        command = [sys.executable, __file__, "--measure", "--folder", folder, "--maps", options.maps]
        told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    rows = [f"| {name} | {value} |" for name, value in told.items()]
    text = "\n".join(["# Registering", "", f"On {machine()}.", "", "| what | |", "|---|---:|", *rows])
    (HERE / "registering.md").write_text(text + "\n", "utf-8")
    print(text)


def fill(folder: Path, maps: Path, count: int) -> None:
    from xray_graph.graph import build_graph
    from xray_graph.snapshot import MapParts, StoredRepository, open_map, read_header, write_map

    folder.mkdir(parents=True, exist_ok=True)
    if len(list(folder.glob("*.graph.gz"))) == count:
        return
    paths = sorted(maps.glob("*.graph.gz"), key=lambda path: path.stat().st_size)
    smallest = open_map(paths[0])
    nodes = [smallest.graph.node(i) for i in range(len(smallest.graph))]
    abouts = [read_header(path).about for path in sorted(paths)]
    for i, about in enumerate(islice(cycle(abouts), count)):
        label = f"{about.label}-{i:04}"
        parts = MapParts(
            structs.replace(about, label=label, repositories=(StoredRepository(label, f"{i:040x}"),)),
            build_graph(label, nodes, []),
            {},
            smallest.vectors,
        )
        write_map(folder / f"{label}.graph.gz", parts)


def measure(folder: Path) -> dict[str, float]:
    begun, cpu = time.perf_counter(), time.process_time()
    from xray_graph.retrieve import Questions
    from xray_graph.route import Atlas, Catalog
    from xray_graph.route.admission import Admission
    from xray_graph.route.shelf import Shelf
    from xray_graph.serve.snapshot_folder import SnapshotFolder

    imported, imported_cpu = time.perf_counter(), time.process_time()
    catalog = Catalog()
    SnapshotFolder(folder, catalog, Shelf(), Admission()).scan()
    registered, registered_cpu = time.perf_counter(), time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    atlas = Atlas(catalog, Questions())
    atlas.choose("warm the tables of the embedder")
    warm, warm_cpu = time.perf_counter(), time.process_time()
    for i in range(200):
        atlas.choose(f"where is the request of a user parsed before reply number {i}")
    plain_cpu = time.process_time()
    atlas.choose("where is the request of a user parsed by parseFirst")
    read_cpu = time.process_time()
    for i in range(200):
        atlas.choose(f"where is the request of a user parsed by parseNumber{i}")
    named_cpu = time.process_time()
    return {
        "maps": len(catalog),
        "import_s": round(imported - begun, 3),
        "import_cpu_s": round(imported_cpu - cpu, 3),
        "register_s": round(registered - imported, 3),
        "register_cpu_s": round(registered_cpu - imported_cpu, 3),
        "peak_mb_registered": round(peak, 1),
        "first_question_s": round(warm - registered, 3),
        "route_cpu_ms": round((plain_cpu - warm_cpu) * 1000 / 200, 2),
        "first_name_cpu_s": round(read_cpu - plain_cpu, 3),
        "route_name_cpu_ms": round((named_cpu - read_cpu) * 1000 / 200, 2),
        "peak_mb_routed": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }


if __name__ == "__main__":
    main()
