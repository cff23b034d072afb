"""How fast documents are read: megabytes of text a second of one core, with positions.

    python benchmarks/cost/documents.py FOLDER...

Reads every YAML and every Markdown file below the folders, each with the reader and the dialect that a build
uses, in this process, and prints the bytes, the CPU seconds (the best of three) and their ratio: of the trees
alone (`tree`: every scalar with its line) and of all that a build takes from a file (`facts`).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

from xray_graph.parse.documents import inline, markdown, roles, yaml_files, yaml_tree
from xray_graph.walk.names import by_name

ROUNDS = 3
Files = list[tuple[str, bytes]]


def files_of(folders: list[Path], language: str) -> Files:
    """(dialect, bytes) of the files of a language that hold text."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink() and by_name(path.name)[0] == language:
                data = path.read_bytes()
                try:
                    data.decode()
                except UnicodeDecodeError:
                    continue
                found.append((roles.dialect(path.relative_to(folder).as_posix(), language), data))
    return found


def seconds(read: Callable[[str, bytes], object], files: Files) -> float:
    """CPU seconds of reading all files, the best of three rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for dialect, data in files:
            read(dialect, data)
        best = min(best, time.process_time() - start)
    return best


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folders", type=Path, nargs="+")
    options = arguments.parse_args()
    readers: list[tuple[str, str, Callable[[str, bytes], object]]] = [
        ("yaml", "tree", lambda _, data: yaml_tree.read(data.decode())),
        ("yaml", "facts", lambda dialect, data: yaml_files.extract(data, dialect)),
        ("markdown", "tree", lambda _, data: inline.parser().parse(data.decode())),
        ("markdown", "facts", lambda dialect, data: markdown.extract(data, dialect)),
    ]
    print(f"{'language':10} {'what':6} {'files':>6} {'MB':>8} {'CPU s':>7} {'MB/s':>6}")
    for language, what, read in readers:
        files = files_of(options.folders, language)
        size = sum(len(data) for _, data in files) / 1e6
        taken = seconds(read, files)
        print(f"{language:10} {what:6} {len(files):6} {size:8.2f} {taken:7.2f} {size / taken:6.2f}")


if __name__ == "__main__":
    main()
