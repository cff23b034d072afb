"""Reads a Prisma schema: its models as tables, the relations between them, and the variables it reads.

A model is a table under the name that `@@map` gives it, else its own, as Prisma names it; its columns are
attributes, and so is the model's name, by which clients call it. References: `model` (a relation, from a
model), `env` (a variable of a data source, from the file). Called by `parse.worker`.
"""

from __future__ import annotations

import re
from typing import Final

from xray_graph.model import FileFacts
from xray_graph.parse.documents.record import Record

MAX_COLUMNS: Final = 400

_BLOCK: Final = re.compile(
    r"^[ \t]*(model|view|datasource|generator|enum|type)[ \t]+(\w+)[ \t]*\{", re.MULTILINE
)
_FIELD: Final = re.compile(r"[ \t]*(\w+)[ \t]+(\w+)(\[\])?\??(.*)")
_MAPPED: Final = re.compile(r"@@map\(\s*(?:name:\s*)?\"([^\"]+)\"")
_FIELD_MAPPED: Final = re.compile(r"@map\(\s*(?:name:\s*)?\"([^\"]+)\"")
_ENV: Final = re.compile(r"\benv\(\s*\"(\w+)\"\s*\)")
_COMMENT: Final = re.compile(r"//[^\n]*")


def extract(data: bytes, dialect: str = "prisma") -> FileFacts:
    """The facts of one schema. Never raises for its content."""
    record = Record(data, dialect.partition("+")[0])
    text = data.decode("utf-8", "replace")
    plain = _COMMENT.sub(lambda m: " " * len(m[0]), text)
    starts = list(_BLOCK.finditer(plain))
    models = {m[2] for m in starts if m[1] in {"model", "view"}}
    for number, match in enumerate(starts):
        limit = starts[number + 1].start() if number + 1 < len(starts) else len(plain)
        closing = plain.find("\n}", match.end(), limit)
        first = plain.count("\n", 0, match.start(1)) + 1
        if closing < 0:
            record.diagnose("parse-error", f"the {match[1]} {match[2]} never closes", first)
            continue
        body = plain[match.end() : closing + 1]
        if match[1] in {"model", "view"}:
            _model(record, match[1], match[2], body, first, models)
        for found in _ENV.finditer(body):
            record.refer("env", found[1], first + body.count("\n", 0, found.start()))
    return record.facts()


def _model(record: Record, kind: str, name: str, body: str, first: int, models: set[str]) -> None:
    mapped = _MAPPED.search(body)
    columns: list[str] = []
    relations: list[tuple[str, int]] = []
    lines = body.split("\n")
    for number, line in enumerate(lines):
        field = _FIELD.fullmatch(line.rstrip())
        if field is None or line.lstrip().startswith("@@"):
            continue
        if field[2] in models:
            if "fields:" in field[4]:  # the side that holds the key
                relations.append((field[2], first + number))
            continue
        shown = _FIELD_MAPPED.search(field[4])
        columns.append(f"column={shown[1] if shown else field[1]} {field[2]}")
    index = record.declare(
        "table" if kind == "model" else "view",
        mapped[1] if mapped else name,
        first,
        first + len(lines) - 1,
        signature=f"{kind} {name}",
        attributes=(f"model={name}", *dict.fromkeys(columns[:MAX_COLUMNS])),
    )
    for other, line_number in relations:
        record.refer("model", other, line_number, index)
