"""Write a trained table as the product ships it: int8 rows, two scales a row, biases, pieces, checksums."""

from __future__ import annotations

import json
import sys
import zlib
from pathlib import Path

import numpy as np

from xray_graph.embed.builtin import ROOT
from xray_graph.embed.builtin_table import HIGHEST, MODEL, SHIFT


def ship(trained: Path, folder: Path = MODEL) -> None:
    with np.load(trained) as found:
        table, gains, bias, pieces = (found[one] for one in ("table", "gains", "bias", "pieces"))
    highest = np.abs(table).max(axis=1)
    scales = np.rint(highest / highest.max() * HIGHEST * (1 << SHIFT) / 127)
    scales = np.clip(scales, 1, 65535).astype(np.uint16)
    unit = highest.max() / HIGHEST / (1 << SHIFT)
    rows = np.rint(table / (scales * unit)[:, None]).clip(-127, 127).astype(np.int8)
    folder.mkdir(exist_ok=True)
    np.save(folder / "rows.npy", rows)
    asked = np.rint(scales * gains).clip(0, 65535).astype(np.uint16)
    np.save(folder / "scales.npy", np.stack([scales, asked], axis=1))
    np.save(folder / "bias.npy", np.rint(bias * (ROOT / unit / (1 << SHIFT))).astype(np.int32))
    (folder / "pieces.txt").write_text("".join(f"{piece}\n" for piece in pieces.tolist()), encoding="utf-8")
    sums = {
        file.name: zlib.crc32(file.read_bytes())
        for file in sorted(folder.iterdir())
        if file.suffix != ".json"
    }
    (folder / "crc32.json").write_text(json.dumps(sums, indent=1) + "\n")
    size = sum(file.stat().st_size for file in folder.iterdir())
    print(f"{len(rows)} rows, {size / 1e6:.2f} MB in {folder}")


if __name__ == "__main__":
    ship(Path(sys.argv[1]), *map(Path, sys.argv[2:]))
