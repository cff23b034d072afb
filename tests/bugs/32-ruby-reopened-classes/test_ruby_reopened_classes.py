"""`class A::B` gives no class, `class << self` methods vanish, a reopened class becomes two.

Seen in tirth8205/code-review-graph#932, aovestdipaperino/tokensave#291.
"""

from __future__ import annotations

from tests.resolve.corpus import edges_at, resolved

FILES = {
    "a.rb": b"class A::B\n def m; n; end\n class << self\n  def k; end\n end\nend\n",
    "b.rb": b"class A::B\n def n; m; self.class.k; end\nend\nA::B.k\n",
}


def test_one_class_with_its_singleton_method():
    done = resolved(FILES)
    nodes = {(one.symbol, one.kind): one.attributes for one in done.edges["a.rb"].nodes}
    assert set(nodes) == {("A.B", "class"), ("A.B.m", "method"), ("A.B.k", "method")}
    assert "static" in nodes["A.B.k", "method"]


def test_the_other_part_reopens_it_and_members_are_looked_up_across():
    done = resolved(FILES)
    assert {name for name, _, _ in edges_at(done, "b.rb", 1, "reopens")} == {"a.rb::A.B"}
    assert {name for name, _, _ in edges_at(done, "a.rb", 2, "calls")} == {"b.rb::A.B.n"}
    assert {name for name, _, _ in edges_at(done, "b.rb", 2, "calls")} == {"a.rb::A.B.m", "a.rb::A.B.k"}
    assert {name for name, _, _ in edges_at(done, "b.rb", 4, "calls")} == {"a.rb::A.B.k"}


def test_the_word_class_itself_is_no_declaration():
    done = resolved({"a.rb": b"class A\nend\nx.class\n"})
    assert [one.symbol for one in done.edges["a.rb"].nodes] == ["A"]
