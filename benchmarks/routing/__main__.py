"""How often the right map is asked, when nothing but the question says which one is meant.

    python benchmarks/routing --maps DIR --development DIR [--results FILE]

Each DIR holds one snapshot for each table of questions.toml, and of development.toml; a table without a
map is left out. Chooses by the headers alone, as the server does, and writes how often the right map came
first and among those that are asked: for each set over its own maps, for both over all maps together, and
the same with the vectors left out. Routing was chosen on development.toml.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import NamedTuple

from registering import machine

from xray_graph.lexicon import read_question
from xray_graph.retrieve import Questions
from xray_graph.route.router import FANOUT, Router
from xray_graph.snapshot import About, read_header

HERE = Path(__file__).parent


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
    sizes = sorted(header.size for maps, _ in list(sets.values())[:2] for header in maps.values())
    lines = [
        "# Routing", "", f"On {machine()}.",
        f"Without a hint; {FANOUT} maps are asked. "
        f"A header has {sizes[len(sizes) // 2]} bytes in the median, {sizes[-1]} at most.", "",
        "| set | maps | questions | right map first | among those asked |", "|---|---:|---:|---:|---:|",
        *rows, "", "| set | right map | question | asked |", "|---|---|---|---|", *misses,
    ]  # fmt: skip
    options.results.write_text("\n".join(lines) + "\n", "utf-8")
    print("\n".join(rows))


def read_maps(folder: Path):
    headers = [read_header(path) for path in sorted(folder.glob("*.graph.gz"))]
    return {header.about.label: header for header in headers}


def read_questions(name: str) -> dict[str, list[str]]:
    tables = tomllib.loads((HERE / name).read_text("utf-8"))
    return {label: table["questions"] for label, table in tables.items()}


def score(maps, asked: dict[str, list[str]], *, vectors: bool) -> Score:
    abouts: dict[str, About] = {label: header.about for label, header in maps.items()}
    router, embedded = Router(abouts), Questions()
    first = among = total = 0
    misses = []
    for label, questions in asked.items():
        for text in questions if label in maps else ():
            question = read_question(text)
            vector_in = lambda space, q=question: embedded.vector(space, q) if vectors else None
            chosen = [one.label for one in router.nearest(question, vector_in, FANOUT, "near")]
            total += 1
            first += chosen[0] == label
            among += label in chosen
            if chosen[0] != label:
                misses.append(f"{label} | {text} | {', '.join(chosen)} |")
    return Score(total, first, among, misses)


if __name__ == "__main__":
    main()
