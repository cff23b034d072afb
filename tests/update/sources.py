"""Small files of every language that has a resolver, made from a number: the same number, the same text.

Names come from a small pool, so that files of one language call, import, inherit and hide each other, and
a change of one reaches others, also through names that are not there (yet).
"""

from __future__ import annotations

import posixpath
import random

NAMES = ("load", "save", "Cart", "Item", "total", "run", "Store", "open")
FOLDERS = ("", "cart", "store", "cart/inner")
STEMS = ("a", "b", "models", "util")


def _words(r: random.Random) -> str:
    return " ".join(
        r.choice(("adds", "the", "item", "to", "a", "userCart", "é", "HTTPServer")) for _ in range(4)
    )


def _more(r: random.Random) -> list[str]:
    """Some more names to define, so that what a file imports is often there."""
    return [name for name in NAMES if r.random() < 0.4]


def go(path: str, r: random.Random) -> str:
    folder = posixpath.dirname(path)
    package = posixpath.basename(folder) or "shop"
    others = [f for f in FOLDERS if f and f != folder and r.random() < 0.4]
    lines = [f"package {package}", ""]
    lines += [f'import "example.org/shop/{other}"' for other in others]
    own = r.sample(NAMES, 4)
    type_name, method, function, another = own
    lines += [
        f"// {type_name} {_words(r)}",
        f"type {type_name} struct {{ {r.choice(NAMES)} {r.choice(['int', '*' + r.choice(NAMES)])} }}",
        f"type {another}er interface {{ {method}() int }}",
        f"func (c *{type_name}) {method}() int {{ return {r.choice(NAMES)}() }}",
        f"func {function}(x *{r.choice(NAMES)}) {r.choice(['int', '*' + r.choice(NAMES)])} {{",
        f"\tx.{r.choice(NAMES)}()",
        f"\ty := {r.choice(NAMES)}(nil)",
        f"\ty.{r.choice(NAMES)}()",
        *(f"\t{posixpath.basename(o)}.{r.choice(NAMES)}(nil)" for o in others),
        "\treturn nil",
        "}",
    ]
    return "\n".join(lines) + "\n"


def python(path: str, r: random.Random) -> str:
    module = r.choice(FOLDERS).replace("/", ".")
    stem = r.choice(STEMS)
    source = f"{module}.{stem}" if module else stem
    base, function, method, other = r.sample(NAMES, 4)
    return (
        "\n".join(
            [
                r.choice(
                    [
                        f"from {source} import {base}, {other} as known",
                        f"import {source} as known",
                        f"from {source} import *",
                        f"from .{stem} import {base}",
                        f"from . import {stem} as known",
                    ]
                ),
                "",
                f"class {function.title()}({r.choice([base, 'object', 'known.' + base])}):",
                f'    """{_words(r)}"""',
                f"    def {method}(self, item: {base}) -> {r.choice([base, 'int'])}:",
                f"        self.held = {base}()",
                f"        return item.{r.choice(NAMES)}()",
                "",
                f"def {function}(x: {base} = None):",
                f"    known.{r.choice(NAMES)}()",
                f"    return x.{method}().{r.choice(NAMES)}()",
                "",
                f"{other} = {function}({base}())",
                *(f"def {name}(x: {base} = None):\n    known.{r.choice(NAMES)}(x)" for name in _more(r)),
            ]
        )
        + "\n"
    )


def java(path: str, r: random.Random) -> str:
    folder = posixpath.dirname(path).replace("/", ".")
    name = posixpath.basename(path).removesuffix(".java")
    other = r.choice(NAMES)
    lines = [f"package {folder};"] if folder else []
    lines += [f"import {f.replace('/', '.')}.{r.choice(STEMS)};" for f in FOLDERS if f and r.random() < 0.4]
    base = r.choice(STEMS)
    lines += [
        f"/** {_words(r)} */",
        f"public class {name} {f'extends {base} ' if base != name and r.random() < 0.6 else ''}{{",
        f"  {r.choice(STEMS)} held;",
        f"  public {r.choice(STEMS)} {other}(int x) {{ return held.{r.choice(NAMES)}(); }}",
        f"  public void {other}(String x) {{ {r.choice(NAMES)}(1); new {r.choice(STEMS)}().{r.choice(NAMES)}(x); }}",
        "}",
    ]
    return "\n".join(lines) + "\n"


def typescript(path: str, r: random.Random) -> str:
    folder = posixpath.dirname(path)
    target = posixpath.relpath(posixpath.join(r.choice(FOLDERS), r.choice(STEMS)), folder or ".")
    target = target if target.startswith(".") else f"./{target}"
    base, function, method, other = r.sample(NAMES, 4)
    return (
        "\n".join(
            [
                r.choice(
                    [
                        f"import {{ {base}, {other} as known }} from '{target}';",
                        f"import * as known from '{target}';",
                        f"import {base} from '{target}';",
                        f"export * from '{target}';",
                        f"export {{ {base} as {other} }} from '{target}';",
                    ]
                ),
                f"/** {_words(r)} */",
                f"export class {function.title()} {r.choice(['', f'extends {base} '])}{{",
                f"  held: {base};",
                f"  {method}(item: {base}): {base} {{ return item.{r.choice(NAMES)}(this.held); }}",
                "}",
                f"export {r.choice(['', 'default '])}function {function}(x: {base}) {{",
                f"  known.{r.choice(NAMES)}();",
                f"  return new {function.title()}().{method}(x).{r.choice(NAMES)}();",
                "}",
                *(
                    f"export function {name}(x: {base}) {{ {r.choice(NAMES)}(known(x)); }}"
                    for name in _more(r)
                ),
            ]
        )
        + "\n"
    )


def c(path: str, r: random.Random) -> str:
    one, two = r.sample(NAMES, 2)
    return f'#include "{r.choice(STEMS)}.h"\n/* {_words(r)} */\nint {one}(int x) {{ return {two}(x); }}\n'


def header(path: str, r: random.Random) -> str:
    declared = "".join(f"int {name}(int x);\n" for name in _more(r))
    return f"{declared}{r.choice(['', 'template <class T> T id(T x) { return x; }'])}\n"


def markdown(path: str, r: random.Random) -> str:
    return (
        f"# {r.choice(NAMES)}\n\n{_words(r)} `{r.choice(NAMES)}` and [it]({r.choice(STEMS)}.go).\n\n"
        f"## {_words(r)}\n\nSee `{r.choice(NAMES)}.{r.choice(NAMES)}`.\n"
    )


KINDS = ("Secret", "ConfigMap", "ServiceAccount", "Service")


def manifest(path: str, r: random.Random) -> str:
    """Objects that name each other, some as a template of a chart."""
    name = r.choice(NAMES) if r.random() < 0.8 else "{{ .Values.name }}"
    objects = [
        f"apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: {r.choice(NAMES)}}}\nspec:\n  template:\n"
        f"    metadata: {{labels: {{app: {r.choice(NAMES)}}}}}\n    spec:\n"
        f"      serviceAccountName: {r.choice(NAMES)}\n      containers:\n"
        f"        - image: shop/{r.choice(NAMES)}:1\n          envFrom: [{{secretRef: {{name: {r.choice(NAMES)}}}}}]\n",
        f"apiVersion: v1\nkind: {r.choice(KINDS)}\nmetadata:\n  name: {name}\n",
        f"apiVersion: v1\nkind: Service\nmetadata: {{name: {r.choice(NAMES)}}}\nspec: {{selector: {{app: {r.choice(NAMES)}}}}}\n",
    ]
    return "---\n".join(r.sample(objects, r.randint(1, 3)))


def sql(path: str, r: random.Random) -> str:
    return (
        f"CREATE TABLE {r.choice(NAMES)} (id int, x int REFERENCES {r.choice(NAMES)}(id));\n"
        f"{r.choice(['', f'ALTER TABLE {r.choice(NAMES)} ADD COLUMN y int;'])}\n"
    )


def dockerfile(path: str, r: random.Random) -> str:
    return f'FROM {r.choice(NAMES).lower()} AS build\nFROM build\nCMD ["{r.choice(STEMS)}.py"]\n'


def rust(path: str, r: random.Random) -> str:
    base, function, method, other = r.sample(NAMES, 4)
    module = r.choice(("crate", "crate::cart", "super"))
    more = "".join(
        f"pub fn {name}(x: i32) {{ {r.choice(STEMS)}::{r.choice(NAMES)}(x); known(); }}\n"
        for name in _more(r)
    )
    return more + (
        f"use {module}::{r.choice(STEMS)}::{{{base}, {other} as known}};\nuse {module}::{r.choice(STEMS)};\n"
        f"/// {_words(r)}\npub struct {function.title()} {{ pub held: {base} }}\n"
        f"pub trait {other.title()}er {{ fn {method}(&self) -> {base}; }}\n"
        f"impl {function.title()} {{ pub fn {method}(&self) -> {base} {{ self.held.{r.choice(NAMES)}() }} }}\n"
        f"pub fn {function}(x: &{base}) {{ known(); x.{r.choice(NAMES)}(); {r.choice(STEMS)}::{other}(x); }}\n"
    )


def ruby(path: str, r: random.Random) -> str:
    base, function, method, other = r.sample(NAMES, 4)
    return (
        f"require_relative '{r.choice(STEMS)}'\n# {_words(r)}\n"
        f"class {r.choice(['Cart', 'Item', 'Store'])}{r.choice(['', f' < {base.title()}'])}\n"
        f"  include {other.title()}\n  def {method}(x)\n    {function}(x)\n    self.{r.choice(NAMES)}\n  end\n"
        f"  def self.{function}(x)\n    Cart.{r.choice(NAMES)}(x)\n  end\nend\n"
    )


def php(path: str, r: random.Random) -> str:
    base, function, method, other = r.sample(NAMES, 4)
    return (
        f"<?php\nnamespace Shop\\{r.choice(['A', 'B'])};\nuse Shop\\A\\{base.title()};\n/** {_words(r)} */\n"
        f"class {r.choice(['Cart', 'Item', 'Store'])} extends {base.title()} {{\n"
        f"  private {other.title()} $held;\n  public function {method}({base.title()} $x): {other.title()} {{\n"
        f"    return $this->held->{r.choice(NAMES)}($x); }}\n}}\nfunction {function}($x) {{ return {other}($x); }}\n"
    )


def csharp(path: str, r: random.Random) -> str:
    base, function, method, other = r.sample(NAMES, 4)
    return (
        f"namespace Shop.{r.choice(['A', 'B'])};\nusing Shop.A;\n/// {_words(r)}\n"
        f"public partial class {r.choice(['Cart', 'Item', 'Store'])} : {base.title()} {{\n"
        f"  {other.title()} held;\n  public {base.title()} {method}({base.title()} x) {{\n"
        f"    return held.{r.choice(NAMES)}(x).{r.choice(NAMES)}(); }}\n"
        f"  public static void {function}() {{ {r.choice(NAMES)}(); }}\n}}\n"
    )


def cpp(path: str, r: random.Random) -> str:
    base, function, method, other = r.sample(NAMES, 4)
    return (
        f'#include "{r.choice(STEMS)}.h"\n// {_words(r)}\nnamespace shop {{\n'
        f"class {function.title()} : public {base} {{ public: int {method}(int x); {other} held; }};\n"
        f"int {function.title()}::{method}(int x) {{ return held.{r.choice(NAMES)}(x) + {r.choice(NAMES)}(x); }}\n}}\n"
    )


def odd(path: str, r: random.Random) -> bytes:
    """What is no plain source: broken, binary, a key, empty, of another encoding, too long in one line."""
    return r.choice(
        [
            b"def broken(:\n    return (1 +\ndef b():\n    return 2\n",
            b"\0\1\2binary\0",
            b"-----BEGIN RSA PRIVATE KEY-----\nabc\n",
            b"",
            b"# caf\xe9\ndef ok():\n    pass\n",
            "# é\ndef f(): pass\n".encode("utf-16"),
            b"#!/usr/bin/env python3\ndef script():\n    return script()\n",
            b"// Code generated by protoc. DO NOT EDIT.\npackage cart\n\nfunc load() {}\n",
        ]
    )


MAKERS = {
    ".go": go,
    ".py": python,
    ".java": java,
    ".ts": typescript,
    ".js": typescript,
    ".tsx": typescript,
    ".c": c,
    ".cpp": c,
    ".h": header,
    ".md": markdown,
    ".rs": rust,
    ".rb": ruby,
    ".php": php,
    ".cs": csharp,
    ".cc": cpp,
    ".yaml": manifest,
    ".sql": sql,
    ".dockerfile": dockerfile,
    "": odd,
}
CONFIGS = {
    "go.mod": ("module example.org/shop\n\ngo 1.22\n", "module example.org/other\n"),
    "tsconfig.json": ('{"compilerOptions": {"paths": {"@/*": ["./*"]}}}\n', '{"compilerOptions": {}}\n'),
    "cart/__init__.py": ("", "from .models import *\n"),
    "store/__init__.py": ("from cart.a import load as open\n",),
    ".gitignore": ("*.log\n", "inner/\n", "store/\n!store/a.py\n", ""),
    ".xrayignore": ("*.java\n", ""),
    "README.md": ("# Shop\n\nSells.\n", "# Shop\n\nSells things, and `Cart.load`.\n"),
    "Chart.yaml": ("name: shop\nversion: 1.0.0\n", "name: shop\nversion: 1.0.0\nappVersion: 2\n"),
    "compose.yaml": (
        "services:\n  a: {image: load, build: {context: cart, dockerfile: a.dockerfile}, depends_on: [b]}\n",
        "services:\n  b: {image: save}\n  a: {build: {context: store, dockerfile: b.dockerfile}, depends_on: [b]}\n",
    ),
    "values.yaml": ("name: web\n", "name: load\nother: 1\n", "other: {name: 1}\n"),
    "kustomization.yaml": (
        "resources: [cart, store/a.yaml]\n",
        "resources: [cart]\nconfigMapGenerator: [{name: load}]\n",
    ),
    "cart/kustomization.yaml": (
        "resources: [a.yaml, inner/b.yaml]\npatches: [{path: models.yaml}]\n",
        "resources: [util.yaml]\n",
    ),
    "Dockerfile": ("FROM alpine\nEXPOSE 80\n", "FROM scratch AS a\nCOPY --from=a /x /x\n"),
    "Cargo.toml": ('[package]\nname = "shop"\n[lib]\npath = "lib.rs"\n', '[package]\nname = "other"\n'),
    "lib.rs": (
        "pub mod a; pub mod b; pub mod models; pub mod util;\npub mod cart { pub mod a; pub mod b; pub mod util; }\n",
        "pub mod a; pub mod models;\n",
    ),
    "composer.json": ('{"autoload": {"psr-4": {"Shop\\\\": ""}}}\n',),
    "chart/Chart.yaml": ("name: shop\nversion: 1.0.0\n",),
    "chart/values.yaml": ("cart: a\n", "cart: b\nItem: c\n"),
    "chart/templates/d.yaml": ("kind: Service\napiVersion: v1\nmetadata:\n  name: {{ .Values.cart }}\n",),
    ".env.example": ("CART_URL=x\n", "OTHER=1\n"),
    "package.json": ('{"name": "shop", "main": "a.js"}\n',),
}
EXTENSIONS = tuple(MAKERS)
PATHS = tuple(
    posixpath.join(folder, stem + extension)
    for folder in FOLDERS
    for stem in STEMS
    for extension in EXTENSIONS
) + tuple(CONFIGS)


def text(path: str, variant: int) -> bytes:
    """The text of a path; `variant` chooses among many."""
    if path in CONFIGS:
        choices = CONFIGS[path]
        return choices[variant % len(choices)].encode()
    r = random.Random(f"{path}:{variant}")
    extension = posixpath.splitext(path)[1]
    if r.random() < 0.06:
        return odd(path, r)
    made = MAKERS[extension](path, r)
    return made if isinstance(made, bytes) else made.encode()
