"""Go: exported names, test functions, build constraints. See `parse.languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import Import
from xray_graph.parse.languages import base

if TYPE_CHECKING:
    from xray_graph.parse.drafts import Draft
    from xray_graph.parse.extract import Captures, FileReader
    from xray_graph.parse.grammar import Role

_TEST: Final = re.compile(r"(Test|Benchmark|Fuzz|Example)([^a-z]|$)")
_BUILD: Final = re.compile(rb"^//go:build[ \t]+(.+?)[ \t\r]*$", re.MULTILINE)
_PLUS_BUILD: Final = re.compile(rb"^//[ \t]*\+build[ \t]+(.+?)[ \t\r]*$", re.MULTILINE)


class Hooks(base.Hooks):
    def attributes(self, reader: FileReader, draft: Draft) -> list[str]:
        found = ["exported"] if draft.name[:1].isupper() else []
        if draft.kind == "function" and draft.parent < 0 and _TEST.match(draft.name):
            found.append("test")
        if draft.kind == "method" and draft.body < 0:
            found.append("abstract")
        elif (
            draft.kind == "field"
            and reader.data.find(b'gorm:"', draft.node.start_byte, draft.node.end_byte) > 0
        ):
            found.append("gorm")  # its tag says how it is stored
        return found

    def imports(self, reader: FileReader, role: Role, captures: Captures) -> list[Import] | None:
        """The alias stays empty when none is written: only the package's own clause knows it."""
        node = captures["import"][0]
        module = reader.expressions.text(captures["module"][0]).strip('"`')
        alias = reader.expressions.text(captures["alias"][0]) if "alias" in captures else ""
        if module == "C":
            reader.attributes.append("cgo")
        return [Import(module, "", alias, "", node.start_point.row + 1, 0, node.start_byte)]

    def file_doc(self, reader: FileReader) -> str:
        """The comment right above the package clause."""
        at = 0 if reader.data.startswith(b"package ") else reader.data.find(b"\npackage ") + 1
        return base.comment_above(reader, reader.data.count(b"\n", 0, at))

    def finish(self, reader: FileReader) -> None:
        head = reader.data.split(b"\npackage ", 1)[0]
        found = _BUILD.search(head)
        if found:
            reader.attributes.append("build=" + found.group(1).decode("utf-8", "replace"))
        else:
            old = [_old_constraint(m.decode("utf-8", "replace")) for m in _PLUS_BUILD.findall(head)]
            if old:
                reader.attributes.append("build=" + " && ".join(f"({one})" for one in old))


def _old_constraint(text: str) -> str:
    """`// +build a,b c` means (a && b) || c."""
    return " || ".join("(" + " && ".join(option.split(",")) + ")" for option in text.split())
