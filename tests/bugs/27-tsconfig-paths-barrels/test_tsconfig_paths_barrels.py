"""Aliased imports end as externals, and `export *` chains stop at the first file.

Seen in christian-jorge/trellis#35, jgravelle/jcodemunch-mcp#283.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved

FILES = {
    "tsconfig.base.json": b'{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["./src/*"], }, }, }',
    "tsconfig.json": b'{\n  // the paths come from the base\n  "extends": "./tsconfig.base.json",\n}',
    "src/index.ts": b"export * from './a';\n",
    "src/a/index.ts": b"export * from './leaf';\nexport * from '../index';\n",
    "src/a/leaf.ts": b"export function leaf() {}\n",
    "use.ts": b"import { leaf, never } from '@/index';\nleaf();\nnever();\n",
    "app/tsconfig.json": b'{ "compilerOptions": { "paths": { "@/*": ["./own/*"] } } }',
    "app/own/index.ts": b"export const leaf = () => 1;\n",
    "app/use.ts": b"import { leaf } from '@/index';\nleaf();\n",
}


def calls(path: str) -> list[tuple[str, str]]:
    return [e.target for e in resolved(FILES).edges[path].edges if e.kind == "calls"]


def test_an_alias_leads_through_barrels_to_the_leaf_and_cycles_end():
    assert calls("use.ts") == [("src/a/leaf.ts", "leaf")]


def test_the_nearest_tsconfig_wins():
    assert calls("app/use.ts") == [("app/own/index.ts", "leaf")]
