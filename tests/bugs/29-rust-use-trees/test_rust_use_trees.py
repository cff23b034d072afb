"""Rust use trees: `crate::`, `super::` and `self` paths stay raw, so links go to phantom externals.

Seen in vitali87/code-graph-rag#1007.
"""

from __future__ import annotations

from tests.resolve.corpus import edges_at, resolved
from xray_graph.parse.extract import extract

FILES = {
    "Cargo.toml": b'[package]\nname = "p"\n',
    "src/lib.rs": b"mod a;\nmod x;\n",
    "src/a.rs": b"pub mod b {\n  pub struct C;\n  impl C { pub fn new() -> C { C } }\n  pub fn f() {}\n}\npub fn d() {}\n",
    "src/x/mod.rs": b"mod y;\npub trait T { fn t(&self) {} }\n",
    "src/x/y.rs": b"use crate::a::{b::{self, C}, d as e};\nuse super::T;\nuse outside::d;\n"
    b"impl T for C {}\nfn g() {\n  b::f();\n  C::new().t();\n  e();\n  d();\n}\n",
}


def test_each_name_of_the_tree_is_bound_with_its_whole_path():
    facts = extract(FILES["src/x/y.rs"], "rust")
    bound = [(one.alias, f"{one.module}::{one.name}") for one in facts.imports]
    assert bound == [
        ("b", "crate::a::b"),
        ("C", "crate::a::b::C"),
        ("e", "crate::a::d"),
        ("T", "super::T"),
        ("d", "outside::d"),
    ]


def test_names_and_trait_links_lead_to_the_real_places():
    done = resolved(FILES)
    assert edges_at(done, "src/x/y.rs", 6, "calls") == {("src/a.rs::b.f", "import", False)}
    assert {name for name, _, _ in edges_at(done, "src/x/y.rs", 7, "calls")} == {
        "src/a.rs::b.C.new",
        "src/x/mod.rs::T.t",
    }
    assert edges_at(done, "src/x/y.rs", 8, "calls") == {("src/a.rs::d", "import", False)}
    assert {name for name, _, _ in edges_at(done, "src/x/y.rs", 4, "implements")} == {"src/x/mod.rs::T"}


def test_an_unknown_crate_is_external():
    done = resolved(FILES)
    assert edges_at(done, "src/x/y.rs", 9, "calls") == set()
    assert done.edges["src/x/y.rs"].unresolved["g"] == {"external": 1}
