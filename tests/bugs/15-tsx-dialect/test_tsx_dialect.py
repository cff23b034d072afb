"""Components used as tags are no uses, and the wrong dialect loses the file.

Seen in CodeGraphContext/CodeGraphContext#642, DeusData/codebase-memory-mcp#1085.
"""

from __future__ import annotations

import pytest

from tests.resolve.corpus import resolved
from xray_graph.graph.ids import symbols
from xray_graph.parse.extract import extract
from xray_graph.walk.names import by_name


@pytest.mark.parametrize(
    ("name", "language"),
    [
        *(("a.ts", "typescript"), ("a.mts", "typescript"), ("a.cts", "typescript"), ("a.d.ts", "typescript")),
        *(("a.tsx", "tsx"), ("a.js", "javascript"), ("a.jsx", "javascript"), ("a.mjs", "javascript")),
    ],
)
def test_the_dialect_is_the_extension(name, language):
    assert by_name(name)[0] == language


def test_each_dialect_reads_what_the_other_can_not():
    assert "z" in symbols(extract(b"const b = <Panel id={1}/>;\nfunction z() {}\n", "tsx"))
    assert "z" in symbols(extract(b"const a = <Foo>x;\nfunction z() {}\n", "typescript"))


def test_a_tag_uses_its_component_and_an_element_uses_nothing():
    files = {
        "panel.tsx": b"export function Panel() { return null }\nexport function div() {}\n",
        "use.tsx": b"import { Panel, div } from './panel';\nexport const a = () => <Panel><div/></Panel>;\n",
    }
    edges = [e for e in resolved(files).edges["use.tsx"].edges if e.kind == "references"]
    assert [(e.source, e.target) for e in edges] == [(("use.tsx", "a"), ("panel.tsx", "Panel"))]
