"""The built-in model from nothing: packages by name, records, table, measures.

    python benchmarks/embedder PLACE [--repositories DIR] [--packages N]

Fills PLACE/packages (fetch.py), PLACE/records.msgpack (pairs.py) and PLACE/table.npz (train.py), writes the
table that the product ships, and with --repositories measures it (measure.py). What is in PLACE already is
not made again. With --packages, to try the way through, it takes only the first packages of each registry and
leaves the product's table alone. Debian's sources need a list with `Types: deb deb-src`. Two cores, no
accelerator; needs `pip install -e '.[parser,train]'`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def run(script: str, *arguments: object) -> None:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false"}
    subprocess.run([sys.executable, HERE / script, *map(str, arguments)], check=True, env=environment)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("place", type=Path)
    parser.add_argument("--repositories", type=Path)
    parser.add_argument("--packages", type=int, help="of each registry; the table goes to PLACE/model")
    options = parser.parse_args()
    if options.packages is not None and options.repositories:
        parser.error("what is measured is the product's table, which --packages leaves alone")
    packages, records = options.place / "packages", options.place / "records.msgpack"
    table = options.place / "table.npz"
    few = options.packages is not None
    run("fetch.py", packages, *(("--first", options.packages) if few else ()))
    if not records.exists():
        run("pairs.py", packages, records)
    if not table.exists():
        run("train.py", records, table)
    run("ship.py", table, *((options.place / "model",) if few else ()))
    if options.repositories:
        run("measure.py", options.repositories)


if __name__ == "__main__":
    main()
