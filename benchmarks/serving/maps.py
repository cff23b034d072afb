"""Many snapshots of about the same size, made from a few synthetic repositories, each under many labels.

A repository is Python: modules of twenty functions whose names and docstrings are put together from a list of
words by a fixed seed, so that searches find some and not all, and calls resolve.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from msgspec.structs import replace

from xray_graph import pipeline
from xray_graph.config import BuildSettings
from xray_graph.graph import Graph
from xray_graph.snapshot import MapParts, write_map

_WORDS = """
account address alert amount archive audit balance basket batch billing branch bucket budget buffer cache
calendar cargo catalog channel charge checkout client cluster column commit container contract courier
credit customer deadline delivery deposit device dispatch document driver email employee engine event export
fleet folder forecast frame gateway grant grid harbor header history image import index insurance inventory
invoice journal kernel key label ledger letter library license limit loan lock mailbox manifest market
member message meter metric mirror module monitor network node notice offer order packet parcel partner
patient payment permit phone pilot pipeline planet policy portal price printer probe product profile project
queue quota rate record refund region release report request reserve rocket route row sample scanner
schedule schema search sensor server session shard shipment signal site snapshot stock storage stream
student supplier survey table tariff task tax team ticket timer token topic tracker trade train transfer
truck user vault vendor version volume wallet warehouse weather window worker zone
"""
_VERBS = "load store find merge split check send read write open close count sort parse build drop move copy"
WORDS, VERBS = _WORDS.split(), _VERBS.split()
FUNCTIONS = 20  # a module


def write_many(folder: Path, count: int, nodes: int, kinds: int = 8, first: int = 0) -> list[str]:
    """Write `count` maps of about `nodes` nodes into the folder; their labels."""
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for kind in range(kinds):
        parts = parts_of(nodes, kind)
        for number in range(kind, count, kinds):
            label = f"map{first + number:04d}"
            write(folder, label, parts)
            labels.append(label)
    return sorted(labels)


def write(folder: Path, label: str, parts: MapParts, created: int = 0) -> None:
    """The same content as the map of that label."""
    graph = Graph(label, parts.graph.columns)
    about = replace(parts.about, label=label, created=created or parts.about.created)
    write_map(folder / f"{label}.graph.gz", replace_parts(parts, about, graph))


def replace_parts(parts: MapParts, about, graph: Graph) -> MapParts:
    return MapParts(about, graph, parts.sources, parts.vectors, parts.words)


def parts_of(nodes: int, seed: int) -> MapParts:
    chance = random.Random(seed)
    own = chance.sample(WORDS, 60)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "repository"
        root.mkdir()
        (root / "README.md").write_text(f"# {' '.join(own[:3])}\n\nKeeps {', '.join(own[:20])}.\n")
        for number in range(max(1, nodes // (FUNCTIONS + 2))):
            (root / f"{chance.choice(own)}_{number}.py").write_text(_module(chance, own))
        built = pipeline.build(root, BuildSettings(name="map"))
    return built.parts


def _module(chance: random.Random, own: list[str]) -> str:
    names = [f"{chance.choice(VERBS)}_{chance.choice(own)}_{n}" for n in range(FUNCTIONS)]
    lines = [f'"""What belongs to {chance.choice(own)} and {chance.choice(own)}."""\n\n']
    for place, name in enumerate(names):
        told = " ".join(chance.sample(own, 6))
        lines.append(f'\ndef {name}(value, {chance.choice(own)}):\n    """{told.capitalize()}."""\n')
        if place:
            lines.append(f"    {names[chance.randrange(place)]}(value, None)\n")
        lines.append(f"    {chance.choice(own)} = value + {place}\n    return {chance.choice(own)!r}\n\n")
    return "".join(lines)
