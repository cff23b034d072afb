"""Ruby, PHP and Rust: a method of a name that no file of the repository defines is one from outside."""

from __future__ import annotations

import pytest

from tests.resolve.corpus import reasons_of, resolved

OTHER = {
    "other.rb": b"class Ship\n  def sail; end\nend\n",
    "other.php": b"<?php class Ship { function sail() {} }\n",
    "other.rs": b"pub struct Ship;\nimpl Ship { pub fn sail(&self) {} }\npub fn moor() {}\n",
}
REASONS = {
    "a Ruby method that another file defines": ("a.rb", "def f(x)\n  x.sail\nend\n", {"unknown": 1}),
    "a Ruby method that none defines": ("a.rb", "def f(x)\n  x.moor\n  raise\nend\n", {"external": 2}),
    "an object of an unknown Ruby class": ("a.rb", "def f(x)\n  x.new\nend\n", {"unknown": 1}),
    "a Ruby method by a computed name": ("a.rb", "def f(x, n)\n  x.send(n)\nend\n", {"dynamic": 1}),
    "a PHP method that another file declares": (
        "a.php",
        "<?php function f($x) { $x->sail(); $x->SAIL(); }\n",
        {"unknown": 2},
    ),
    "a PHP method that none declares": (
        "a.php",
        "<?php function f($x) { $x->moor(); $x::moor(); }\n",
        {"external": 2},
    ),
    "a Rust method that another file declares": (
        "a.rs",
        "fn f() { let x = far::away(); x.sail(); }\n",
        {"external": 1, "unknown": 1},
    ),
    "a Rust method that none declares, but a function": (
        "a.rs",
        "fn f() { let x = near(); x.moor(); }\n",
        {"external": 1, "unknown": 1},
    ),
}


@pytest.mark.parametrize("case", REASONS)
def test_calls_without_an_edge_are_counted_by_their_reason(case):
    path, text, expected = REASONS[case]
    found = resolved({**OTHER, path: text.encode()}).edges[path]
    assert reasons_of(found) == expected
    assert not found.resolved_calls
