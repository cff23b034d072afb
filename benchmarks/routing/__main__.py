"""How often the right map is asked, when nothing but the question says which one is meant.

    python benchmarks/routing --maps DIR [--results FILE]

DIR holds one snapshot for each table of questions.toml. Chooses by the headers alone, as the server does,
and writes how often the right map came first and among the three that are asked, with every miss.
"""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path

from xray_graph.route import open_atlas
from xray_graph.route.router import FANOUT

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--maps", type=Path, required=True)
    parser.add_argument("--results", type=Path, default=HERE / "results.md")
    options = parser.parse_args()
    asked = tomllib.loads((HERE / "questions.toml").read_text("utf-8"))
    atlas = open_atlas(sorted(options.maps.glob("*.graph.gz")))
    first = among = total = 0
    misses = []
    for label, table in asked.items():
        for question in table["questions"]:
            chosen = [one.label for one in atlas.choose(question)]
            total += 1
            first += chosen[0] == label
            among += label in chosen
            if chosen[0] != label:
                misses.append(f"| {label} | {question} | {', '.join(chosen)} |")
    lines = [
        "# Routing", "",
        f"{total} questions over {len(atlas.catalog)} maps, without a hint: the right map first "
        f"{first} times ({first / total:.0%}), among the {FANOUT} that are asked {among} times "
        f"({among / total:.0%}).", "",
        "| right map | question | asked |", "|---|---|---|", *misses,
    ]  # fmt: skip
    options.results.write_text("\n".join(lines) + "\n", "utf-8")
    print(lines[2])


if __name__ == "__main__":
    main()
