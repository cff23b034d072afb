"""Questions a person would ask: is a right symbol among the five pointers that an agent gets?

    python benchmarks/questions --corpora DIR [--only cobra,click] [--results PREFIX]

Builds a map of each repository that has a file here, as a user would, starts `xray graph mcp` on it and asks
through the official MCP client. An answer is right when one of the five names is one of the file's; what
tells overloads apart does not count. Writes PREFIX.md; the exit code is 1 when a repository stays under
9 of 10, 2 when a file names a node that its map does not have.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters

HERE = Path(__file__).parent
PROGRAM = ["-c", "from xray_graph.cli import main; main()", "graph"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
ENOUGH = 9
POINTERS = 5


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--only", default=",".join(sorted(file.stem for file in HERE.glob("*.toml"))))
    parser.add_argument("--results", type=Path, default=HERE / "results")
    options = parser.parse_args()
    report, code = ["# Questions", ""], 0
    with tempfile.TemporaryDirectory(prefix="questions-") as scratch:
        for label in options.only.split(","):
            asked = tomllib.loads((HERE / f"{label}.toml").read_text("utf-8"))["question"]
            command = [sys.executable, *PROGRAM, "build", str(options.corpora / label)]
            subprocess.run(
                [*command, "-o", scratch, "--name", label], env=ENVIRONMENT, check=True, capture_output=True
            )
            snapshot = Path(scratch) / f"{label}.graph.gz"
            ranks, unknown = asyncio.run(ask(snapshot, label, asked))
            right = sum(rank > 0 for rank in ranks)
            report += [f"## {label}: {right} of {len(asked)}", ""]
            report += [
                f"- {f'place {rank}' if rank else 'not found'}: {one['ask']}"
                for rank, one in zip(ranks, asked, strict=True)
            ]
            report += [f"- no such node: {name}" for name in unknown] + [""]
            code = 2 if unknown else max(code, int(right * 10 < ENOUGH * len(asked)))
    text = "\n".join(report)
    options.results.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)
    return code


async def ask(snapshot: Path, label: str, asked: list[dict]) -> tuple[list[int], list[str]]:
    """The place of the first right pointer for each question (0: none), and answers that are no node."""
    server = StdioServerParameters(
        command=sys.executable, args=[*PROGRAM, "mcp", str(snapshot)], env=ENVIRONMENT
    )
    ranks, unknown = [], []
    async with Client(server) as client:
        for one in asked:
            arguments = {"q": one["ask"], "map": [label], "limit": POINTERS}
            reply = await client.call_tool("search_graph", arguments)
            found = [plain(pointer["name"]) for pointer in reply.structured_content["results"]]
            right = {f"{label}//{answer}" for answer in one["answers"]}
            ranks.append(next((place for place, name in enumerate(found, 1) if name in right), 0))
            for answer in one["answers"]:
                node = await client.call_tool("get_graph_node", {"name": answer, "map": [label], "limit": 1})
                if node.is_error:
                    unknown.append(answer)
    return ranks, unknown


def plain(name: str) -> str:
    """The name without parameter types and ordinals: `a.py::f(int)~2` → `a.py::f`."""
    path, _, symbol = name.partition("::")
    return f"{path}::{re.sub(r'[(].*?[)](?=[.~]|$)|~[0-9]+', '', symbol)}"


if __name__ == "__main__":
    sys.exit(main())
