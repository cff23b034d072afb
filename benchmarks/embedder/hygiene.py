"""What may not be trained on: the names of forbidden.txt, and folders that hold copies of other projects."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FORBIDDEN: Final = frozenset(
    line.strip()
    for line in (Path(__file__).parent / "forbidden.txt").read_text("utf-8").splitlines()
    if line.strip() and not line.startswith("#")
)
COPIES: Final = frozenset(
    {
        *("vendor", "_vendor", "vendored", "third_party", "third-party", "thirdparty", "3rdparty"),
        *("external", "externals", "extern", "deps", "bundled", "node_modules", "contrib"),
        *("subprojects", "compat", "backports"),
    }
)


def is_forbidden(name: str) -> bool:
    """Whether a package's or folder's name is, or has among its dash-parted words, a forbidden name."""
    words = [
        re.sub(r"\.v\d+$|\.js$(?<!next\.js)", "", one) for one in re.split(r"[-_/@ ]+", name.lower()) if one
    ]
    plain = [re.sub(r"^lib(?=.{3})|\d+$", "", word) for word in words]
    return any(
        "-".join(some[a:b]) in FORBIDDEN
        for some in (words, plain)
        for a in range(len(some))
        for b in range(a + 1, len(some) + 1)
    )


def is_apart(path: str) -> bool:
    """Whether a file lies in a folder of copies or tests, or in one named after a forbidden project."""
    folders = [part.lower() for part in path.split("/")]
    stem = folders[-1].partition(".")[0]
    return (
        bool(COPIES.intersection(folders))
        or any(
            part in {"test", "tests", "testing", "testdata", "spec", "__tests__", "fixtures"}
            for part in folders[:-1]
        )
        or any(part in FORBIDDEN for part in folders[:-1])
        or (stem in FORBIDDEN and len(stem) > 4)
    )
