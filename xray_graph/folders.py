"""Where maps and caches lie, and what a map's file is called: said once, for all who look there.

Imports nothing of the house and nothing heavy: a git hook goes through here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

MAP_FOLDER: Final = ".xray"  # in what is mapped: where its map goes when nobody says another folder
MAP_SUFFIX: Final = ".graph.gz"  # of a snapshot's file, behind the map's label


def caches() -> Path:
    """Where this user's caches lie: `$XDG_CACHE_HOME/xray`, or `~/.cache/xray`. It need not exist."""
    home = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (home if home.is_absolute() else Path.home() / ".cache") / "xray"
