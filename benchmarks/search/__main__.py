"""How good the ranking is: a commit's subject as the question, the functions it changed as the answer.

    python benchmarks/search --truth DIR --corpora DIR [--only cobra,click,hono] [--results PREFIX]

Builds a map of each corpus without any history, asks the questions of DIR/data/search_queries.jsonl.gz
and has the truth's own score_search.py judge four lists: words alone (BM25), vectors alone, both fused by
reciprocal rank, and what `search` answers. Writes PREFIX.md. To choose weights there is development.py, on
questions of other repositories.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from channels import CHANNELS, LIMIT, open_maps, ranked

from xray_graph.retrieve import Questions

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--truth", type=Path, required=True)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--only", default="cobra,click,hono")
    parser.add_argument("--results", type=Path, default=HERE / "results")
    options = parser.parse_args()
    labels = options.only.split(",")
    with gzip.open(options.truth / "data" / "search_queries.jsonl.gz", "rt", encoding="utf-8") as lines:
        asked = [one for one in map(json.loads, lines) if one["repo"] in labels]
    report = ["# Search", "", f"{len(asked)} commit subjects over {', '.join(labels)}; {LIMIT} results each."]
    with tempfile.TemporaryDirectory(prefix="search-") as scratch:
        place = Path(scratch)
        truth = place / "truth.jsonl"
        truth.write_text("".join(json.dumps(one) + "\n" for one in asked), encoding="utf-8")
        maps = open_maps([options.corpora / label for label in labels], place)
        questions = Questions()
        answers = [(one, ranked(maps[one["repo"]], one["query"], questions)) for one in asked]
        for channel in CHANNELS:
            results = place / f"{channel}.jsonl"
            rows = (
                {
                    "repo": one["repo"],
                    "query": one["query"],
                    "results": [{"path": path, "line": line} for path, line in lists[channel]],
                }
                for one, lists in answers
            )
            results.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            command = [sys.executable, options.truth / "score_search.py", "--results", results]
            done = subprocess.run([*command, "--truth", truth], capture_output=True, text=True, check=True)
            report += ["", f"## {channel}", "", "```", done.stdout.rstrip(), "```"]
    text = "\n".join(report) + "\n"
    options.results.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
