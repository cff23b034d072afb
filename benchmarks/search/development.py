"""Questions to choose weights on, made of a repository's own history, and the score of each channel.

    python benchmarks/search/development.py REPOSITORY...      checkouts with their history

A question is the subject of a commit since 2019 that changed one to four functions outside tests which are
still there; those functions are its answer. At most 60 a repository, the latest. The repositories must be
others than those that the ranking is judged on (cobra, click, hono), or the weights would fit these.
Prints the mean reciprocal rank at 10 by repository and channel. The weights in `index.words`,
`retrieve.factors`, `retrieve.fuse` and `embed.token_weights` were chosen on flask, gson, bbolt, runc, axios,
guzzle, libuv, rake and lo, of late with some seventy others, of which development.md has forty.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from channels import CHANNELS, open_maps, ranked

from xray_graph.graph import Graph
from xray_graph.parse.extract import extract
from xray_graph.retrieve import Questions
from xray_graph.retrieve.factors import ROLE_WORDS, Factors
from xray_graph.snapshot import Map

MOST = 60  # questions of one repository
MOST_FUNCTIONS = 4
COMMITS = 3000
DIFF_BYTES = 60_000
CALLABLE = ("function", "method")
DULL = re.compile(
    r"(?i)(bump|release|v?\d|merge|revert|update (dep|chang)|changelog|chore|docs?[:(]|ci[:(]|test[:(]"
    r"|build\(deps)"
)
HUNK = re.compile(r"(?m)^@@ -\S+ \+(\d+)(?:,(\d+))? @@")

Span = tuple[str, int, int]  # path, first and last line


def git(root: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", root, *arguments], capture_output=True, check=False).stdout


def questions_of(root: Path, graph: Graph) -> list[tuple[str, list[Span]]]:
    """(subject, functions it changed) of the latest commits that can be judged."""
    log = git(root, "log", "--no-merges", "--since=2019-01-01", f"-n{COMMITS}", "--format=%H%x09%s")
    factors = Factors(graph)
    apart = factors.of() < factors.of(ROLE_WORDS)  # tests, examples, documents, bundles
    found, seen = [], set()
    for line in log.decode(errors="replace").splitlines():
        commit, _, subject = line.partition("\t")
        subject = re.sub(r"\s*\(#\d+\)\s*$", "", subject).strip()
        if len(subject.split()) < 3 or subject in seen or DULL.match(subject):
            continue
        changed = changed_functions(root, commit, graph)
        ids = [place(graph, path, symbol) for path, symbol in sorted(changed)]
        if 1 <= len(ids) <= MOST_FUNCTIONS and all(i is not None and not apart[i] for i in ids):
            seen.add(subject)
            found.append((subject, [(graph.path(i), graph.line(i), graph.end_line(i)) for i in ids]))
            if len(found) == MOST:
                break
    return found


def changed_functions(root: Path, commit: str, graph: Graph) -> set[tuple[str, str]]:
    """(path, symbol) of the innermost functions with changed lines; empty when it cannot be told."""
    diff = git(root, "diff", "-U0", "--no-renames", "--no-color", f"{commit}^", commit)
    if len(diff) > DIFF_BYTES:
        return set()
    found: set[tuple[str, str]] = set()
    for part in re.split(r"(?m)^diff --git ", diff.decode(errors="replace"))[1:]:
        header = re.search(r"(?m)^\+\+\+ b/(.+)$", part)
        here = graph.nodes_of(header.group(1).strip()) if header else range(0)
        if not here or not graph.language(here.start):
            continue
        path = graph.path(here.start)
        spans = functions(git(root, "show", f"{commit}:{path}"), graph.language(here.start))
        for first, count in HUNK.findall(part):
            a = int(first)
            b = a + max(int(count or 1), 1) - 1
            inside = [span for span in spans if span[1] <= b and span[2] >= a]
            around = [s for s in inside if not any(o != s and s[1] <= o[1] and o[2] <= s[2] for o in inside)]
            found |= {(path, symbol) for symbol, _, _ in around}
    return found


def place(graph: Graph, path: str, symbol: str) -> int | None:
    """The node of that name, or the only one of the file whose last part is (a Go method's receiver)."""
    exact = graph.index(path, symbol)
    if exact is not None:
        return exact
    last = symbol.rpartition(".")[2]
    found = [i for i in graph.nodes_of(path) if graph.symbol(i).rpartition(".")[2] == last]
    return found[0] if len(found) == 1 else None


def functions(data: bytes, language: str) -> list[tuple[str, int, int]]:
    """(symbol, first line, last line) of the functions of one file, as far as one file tells its symbols."""
    try:
        declarations = extract(data, language).declarations
    except Exception:  # noqa: BLE001 - a language without a reader, or a file as it never was at the head
        return []
    names: list[str] = []
    found = []
    for one in declarations:
        above = names[one.parent] if one.parent >= 0 else ""
        names.append(f"{above}.{one.name}" if above else one.name)
        if one.kind in CALLABLE and one.name:
            found.append((names[-1], one.line, one.end_line))
    return found


def score(map_: Map, asked: list[tuple[str, list[Span]]], questions: Questions) -> dict[str, float]:
    """The mean reciprocal rank at 10 of each channel."""
    total = dict.fromkeys(CHANNELS, 0.0)
    for subject, right in asked:
        for channel, places in ranked(map_, subject, questions).items():
            for rank, (path, line) in enumerate(places[:10], 1):
                if any(path == p and first - 3 <= line <= last for p, first, last in right):
                    total[channel] += 1 / rank
                    break
    return {channel: round(value / max(len(asked), 1), 3) for channel, value in total.items()}


def main() -> None:
    roots = [Path(name).resolve() for name in sys.argv[1:]]
    if not roots:
        raise SystemExit(__doc__)
    questions = Questions()
    means = []
    with tempfile.TemporaryDirectory(prefix="development-") as scratch:
        for label, map_ in open_maps(roots, Path(scratch)).items():
            asked = questions_of(next(root for root in roots if root.name == label), map_.graph)
            scores = score(map_, asked, questions)
            print(f"{label:12}{len(asked):4} questions  {scores}")
            means += [scores] if asked else []
    print({channel: round(sum(s[channel] for s in means) / max(len(means), 1), 3) for channel in CHANNELS})


if __name__ == "__main__":
    main()
