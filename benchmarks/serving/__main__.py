"""What serving many maps takes, and whether anything fails under load.

    python benchmarks/serving start              import and start of a server without a map
    python benchmarks/serving many               200 maps of 5,000 nodes, 32 clients, within 500 MB
    python benchmarks/serving replaced           50,000 requests while maps are replaced on the disk

Each runs a real `serve-snapshots` in a process of its own and the clients in this one, on the same cores, so
latencies hold both. Memory is what the kernel tells of the server's process. Figures go to `results.md`.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "cost"))
import clients
import machine
import maps
from page import as_markdown
from server import Server

RESULTS = Path(__file__).parent / "results.json"
_STEPS = 10  # times that memory is looked at


def start(_: argparse.Namespace) -> dict[str, object]:
    """CPU seconds and megabytes when a server without a map says that it answers."""
    cpu, wall, memory = [], [], []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
            cpu.append(server.cpu())
            wall.append(server.wall)
            memory.append(server.memory("VmHWM"))
    return {
        "cpu_seconds": round(statistics.median(cpu), 2), "wall_seconds": round(statistics.median(wall), 2),
        "megabytes": round(max(memory)),
    }  # fmt: skip


def many(options: argparse.Namespace) -> dict[str, object]:
    """Latency and memory over more maps than fit into the budget."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        labels = maps.write_many(folder, options.maps, options.nodes)
        flags = ["--mental-maps-memory-mib", str(options.budget)]
        with Server(folder, *flags) as server:
            registered = server.memory()
            account = clients.ask(server.host, server.port, labels, options.clients, options.requests)
            told = _metrics(server)
            most, cpu = server.memory("VmHWM"), server.cpu()
    return {
        "maps": len(labels), "nodes": options.nodes, "clients": options.clients, "budget_mib": options.budget,
        "megabytes_registered": round(registered), "megabytes_most": round(most),
        "loads": told["xray_map_loads_total"], "evictions": told["xray_map_evictions_total"],
        "cpu_ms_a_request": round(cpu / max(account.count, 1) * 1000, 2), **_told(account),
    }  # fmt: skip


def replaced(options: argparse.Namespace) -> dict[str, object]:
    """Whether a reply fails, and how memory grows, while files are renamed into place under the server."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        labels = maps.write_many(folder, options.maps, options.nodes, kinds=4)
        contents = [maps.parts_of(options.nodes, seed) for seed in range(4)]  # as write_many gives them out
        stop, written = threading.Event(), [0]

        def replace() -> None:
            chance = random.Random(1)
            while not stop.wait(options.every):
                written[0] += 1
                number = chance.randrange(len(labels))  # the same nodes from a later build: other bytes
                maps.write(folder, labels[number], contents[number % 4], created=written[0])

        with Server(folder, "--mental-maps-memory-mib", str(options.budget)) as server:
            writer = threading.Thread(target=replace)
            writer.start()
            memory, accounts = [], []
            for _ in range(_STEPS):
                accounts.append(
                    clients.ask(server.host, server.port, labels, options.clients, options.requests // _STEPS)
                )
                memory.append(round(server.memory()))
            stop.set()
            writer.join()
            told = _metrics(server)
    whole = clients.Account(wall=sum(each.wall for each in accounts))
    for each in accounts:
        whole.failed += each.failed
        for what, seconds in each.seconds.items():
            whole.seconds.setdefault(what, []).extend(seconds)
    return {
        "maps": len(labels), "nodes": options.nodes, "clients": options.clients, "replaced": written[0],
        "loads": told["xray_map_loads_total"], "evictions": told["xray_map_evictions_total"],
        "megabytes_by_tenth": memory, **_told(whole),
    }  # fmt: skip


def _told(account: clients.Account) -> dict[str, object]:
    return {
        "requests": account.count, "failed": len(account.failed), "failures": account.failed[:5],
        "requests_a_second": round(account.count / account.wall), "p50_ms": round(account.quantile(0.5), 1),
        "p99_ms": round(account.quantile(0.99), 1),
        "by_question": {k: [n, round(a, 1), round(b, 1)] for k, (n, a, b) in account.table().items()},
    }  # fmt: skip


def _metrics(server: Server) -> dict[str, float]:
    import urllib.request

    with urllib.request.urlopen(f"http://{server.host}:{server.port}/metrics") as page:
        lines = page.read().decode().splitlines()
    return {name: float(value) for name, _, value in (x.rpartition(" ") for x in lines if x[:1] != "#")}


def main() -> None:
    """Run one of them and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("start").set_defaults(run=start)
    for name, run, size, requests in (
        ("many", many, (200, 5000), 8000),
        ("replaced", replaced, (40, 400), 50_000),
    ):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("--maps", type=int, default=size[0])
        command.add_argument("--nodes", type=int, default=size[1])
        command.add_argument("--clients", type=int, default=32)
        command.add_argument("--requests", type=int, default=requests)
        command.add_argument("--budget", type=int, default=256, help="MiB that open maps may take")
        command.add_argument("--every", type=float, default=0.1, help="seconds between two replaced files")
    tell = commands.add_parser("tell", help="take in what was printed by a run elsewhere")
    tell.add_argument("reports", nargs="+", type=Path)
    options = parser.parse_args()
    if options.command == "tell":
        new = [json.loads(file.read_text()) for file in options.reports]
    else:
        new = [{"machine": machine.describe(), "command": options.command, **options.run(options)}]
        print(json.dumps(new[0], indent=1))
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    kept |= {report["command"]: report for report in new}
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    RESULTS.with_suffix(".md").write_text(as_markdown(kept))


if __name__ == "__main__":
    main()
