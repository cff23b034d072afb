"""A part of a tuple whose number has thousands of digits is none, and takes no edge from the rest of its file."""

from __future__ import annotations

import pytest

from tests.update.test_corpus_edits import facts_of
from xray_graph.resolve.incremental import full

DIGITS = "9" * 5000
FILES = {
    "a.cs": "class Z { public void X() {} }\nclass P { (Z A, Z B) t;\n"
    f"void M() {{ t.Item{DIGITS}.X(); t.Item02.X(); }}\nvoid N() {{ t.Item2.X(); }} }}\n",
    "a.rs": "struct Z;\nimpl Z { fn X(&self) {} }\nstruct T(Z);\n"
    f"fn M(t: (Z, Z), u: T) {{ t.{DIGITS}.X(); u.{DIGITS}.X(); }}\nfn N(t: (Z, Z)) {{ t.1.X(); }}\n",
}


@pytest.mark.parametrize("path", FILES)
def test_a_number_of_many_digits_is_no_part(path):
    files = {path: FILES[path].encode()}
    found = full(files, facts_of(files, {}), {}, live=False).edges[path]
    assert not found.failure
    callers = [one.source[1] for one in found.edges if one.kind == "calls" and one.target[1] == "Z.X"]
    assert [one.rpartition(".")[2] for one in callers if not one.endswith("M")] == ["N"]
    assert "P.M" not in callers
