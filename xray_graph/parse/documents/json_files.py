"""Reads the JSON files that hold settings: `appsettings.json` and its like, and what `package.json` runs.

Of `package.json` the scripts are settings, `scripts.start`. References: `entry`, a word of a script that may
be a file, and `script`, another script that one runs. Other JSON is data and is not read, see `roles`.
Called by `parse.worker`.
"""

from __future__ import annotations

from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents import commands, json_tree
from xray_graph.parse.documents.record import Record
from xray_graph.parse.documents.settings import Keys
from xray_graph.parse.documents.yaml_nodes import Mapping, Scalar

MAX_BYTES: Final = 4 << 20

_STARTS: Final = ("main", "module", "bin")


def extract(data: bytes, dialect: str = "json") -> FileFacts:
    """The facts of one file. Never raises for its content."""
    language, _, role = dialect.partition("+")
    record = Record(data, language)
    if len(data) > MAX_BYTES:
        record.diagnose(
            "too-large", f"{len(data) >> 20} MiB of JSON; files to {MAX_BYTES >> 20} MiB are read"
        )
        return record.facts()
    root, diagnostics = json_tree.read(data.decode("utf-8", "replace"))
    for diagnostic in diagnostics:
        record.diagnose(diagnostic.code, diagnostic.message, diagnostic.line)
    if isinstance(root, Mapping):
        keys = Keys(data, record)
        if role == "package":
            _package(root, keys, record)
        else:
            keys.tree(root)
    return record.facts()


def _package(root: Mapping, keys: Keys, record: Record) -> None:
    """The scripts of a package, and what it starts with."""
    for key in _STARTS:
        placed = root.key(key)
        value = root.get(key)
        for one in [value] if not isinstance(value, Mapping) else [v for _, v in value.items()]:
            if isinstance(one, Scalar) and placed is not None:
                record.refer("entry", one.text, one.line)
    scripts = root.mapping("scripts")
    for name, value in scripts.items() if scripts is not None else ():
        if isinstance(value, Scalar):
            index = keys.add(f"scripts.{name.text}", name.line, value.line, value.text)
            if index is not None:
                for kind, word in commands.starts(value.text):
                    record.refer(kind, word, value.line, index)
