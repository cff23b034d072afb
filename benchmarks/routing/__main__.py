"""How often the right map is asked, when nothing but the question says which one is meant.

    python benchmarks/routing --maps DIR --development DIR [--results FILE]

Each DIR holds one snapshot for each table of questions.toml, and of development.toml; a table without a
map is left out. Chooses by the headers alone, as the server does, and writes how often the right map came
first and among those that are asked: for each set over its own maps, for both over all maps together, and
the same with the vectors left out. Routing was chosen on development.toml. Also, over the same maps: five
names of functions of each, of eight letters or more and declared by no other map, alone and as
`who calls NAME`, by the headers alone and with the names that maps declare; and what these cost to read.
"""

from __future__ import annotations

import argparse
import random
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from registering import machine

from xray_graph.graph.names import declared
from xray_graph.lexicon import read_question
from xray_graph.model import NodeKind
from xray_graph.retrieve import Questions
from xray_graph.route.router import FANOUT, Router
from xray_graph.snapshot import OPENLY, About, open_map

HERE = Path(__file__).parent
OF_EACH, LETTERS = 5, 8  # names of a map, and how long they are at least


class Score(NamedTuple):
    total: int
    first: int
    among: int
    misses: list[str]

    def row(self, name: str, maps: int) -> str:
        parts = (
            f"{self.first} ({self.first / self.total:.1%})",
            f"{self.among} ({self.among / self.total:.1%})",
        )
        return f"| {name} | {maps} | {self.total} | {' | '.join(parts)} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--maps", type=Path, required=True)
    parser.add_argument("--development", type=Path, required=True)
    parser.add_argument("--results", type=Path, default=HERE / "results.md")
    options = parser.parse_args()
    sets = {
        "questions": (read_maps(options.maps), read_questions("questions.toml")),
        "development": (read_maps(options.development), read_questions("development.toml")),
    }
    sets["both, all maps"] = (
        sets["questions"][0] | sets["development"][0], sets["questions"][1] | sets["development"][1]
    )  # fmt: skip
    rows, misses = [], []
    for name, (maps, asked) in sets.items():
        scored = score(maps, asked, vectors=True)
        rows.append(scored.row(name, len(maps)))
        rows.append(score(maps, asked, vectors=False).row(f"{name}, without vectors", len(maps)))
        misses += [f"| {name} | {miss}" for miss in scored.misses]
        by_name = names_of(maps)
        rows.append(score(maps, by_name, names=False).row(f"{name}: names, by headers alone", len(maps)))
        scored = score(maps, by_name)
        rows.append(scored.row(f"{name}: names", len(maps)))
        misses += [f"| {name}: names | {miss}" for miss in scored.misses]
    every = [(path, OPENLY.header(path)) for path in sets["both, all maps"][0].values()]
    sizes = sorted(header.size for _, header in every)
    held = [(OPENLY.names(path), header.section("names")) for path, header in every]
    stored, count = sum(section.stored for _, section in held), sum(len(names) for names, _ in held)
    lines = [
        "# Routing", "", f"On {machine()}.",
        f"Without a hint; {FANOUT} maps are asked. "
        f"A header has {sizes[len(sizes) // 2]} bytes in the median, {sizes[-1]} at most; "
        f"{count} names of these maps take {stored} bytes, {stored / count:.2f} each. "
        f"{costs([path for path, _ in every])}", "",
        "| set | maps | questions | right map first | among those asked |", "|---|---:|---:|---:|---:|",
        *rows, "", "| set | right map | question | asked |", "|---|---|---|---|", *misses,
    ]  # fmt: skip
    options.results.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(rows))


def read_maps(folder: Path) -> dict[str, Path]:
    return {OPENLY.header(path).about.label: path for path in sorted(folder.glob("*.graph.gz"))}


def read_questions(name: str) -> dict[str, list[str]]:
    tables = tomllib.loads((HERE / name).read_text("utf-8"))
    return {label: table["questions"] for label, table in tables.items()}


def costs(paths: list[Path]) -> str:
    """What it takes to ask a closed map for a name, beside opening it and looking for the node."""
    for path in paths[:3]:
        OPENLY.names(path), open_map(path).graph.find("warm")
    begun = time.process_time()
    names = [OPENLY.names(path) for path in paths]
    read = time.process_time()
    sum("addIntoCgroupV2" in held for held in names)
    asked = time.process_time()
    for path in paths:
        with open_map(path) as map_:
            map_.graph.find("addIntoCgroupV2")
    opened = time.process_time()
    spent = [1e3 * each / len(paths) for each in (read - begun, asked - read, opened - asked)]
    return (
        f"The names of a closed map are read in {spent[0]:.2f} ms of CPU and asked in "
        f"{1e3 * spent[1]:.1f} microseconds; "
        f"opening the map and looking for the node takes {spent[2]:.2f} ms."
    )


def names_of(maps: dict[str, Path]) -> dict[str, list[str]]:
    """Questions for names of functions that only one of the maps declares, the same in each run."""
    functions: dict[str, set[str]] = {}
    holders: Counter[str] = Counter()
    for label, path in maps.items():
        with open_map(path) as map_:
            graph = map_.graph
            holders.update(declared(graph))
            mask = graph.with_kind(NodeKind.FUNCTION, NodeKind.METHOD)
            names = (graph.symbol(i).rpartition(".")[2] for i in mask.nonzero()[0].tolist())
            functions[label] = {name for name in names if name.isidentifier() and len(name) >= LETTERS}
    chance, asked = random.Random(0), {}
    for label, names in functions.items():
        own = sorted(name for name in names if holders[name] == 1)
        chosen = chance.sample(own, min(OF_EACH, len(own)))
        asked[label] = chosen + [f"who calls {name}" for name in chosen]
    return asked


def score(
    maps: dict[str, Path], asked: dict[str, list[str]], *, vectors: bool = True, names: bool = True
) -> Score:
    abouts: dict[str, About] = {label: OPENLY.header(path).about for label, path in maps.items()}
    told = {label: OPENLY.names(path) if names else None for label, path in maps.items()}
    router, embedded = Router(abouts), Questions()
    declaring = lambda name: [label for label, held in told.items() if held is not None and name in held]
    first = among = total = 0
    misses = []
    for label, questions in asked.items():
        for text in questions if label in maps else ():
            question = read_question(text)
            vector_in = lambda space, q=question: embedded.vector(space, q) if vectors else None
            near = router.nearest(question, vector_in, FANOUT, "near", declaring)
            chosen = [one.label for one in near]
            total += 1
            first += chosen[0] == label
            among += label in chosen
            if chosen[0] != label:
                misses.append(f"{label} | {text} | {', '.join(chosen)} |")
    return Score(total, first, among, misses)


if __name__ == "__main__":
    main()
