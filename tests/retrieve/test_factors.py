"""What a node is likely to be asked for, by kind and role."""

from __future__ import annotations

import pytest

from xray_graph.graph import build_graph
from xray_graph.model import Edge, Node
from xray_graph.retrieve.factors import Factors


def factor(path, kind="function", asked=(), attributes=(), lines=10):
    node = Node(path, "f", kind, line=1, end_line=lines, attributes=attributes)
    return float(Factors(build_graph("l", [node], [])).of(frozenset(asked))[0])


PLAIN = factor("src/cart.py")


@pytest.mark.parametrize(
    "path",
    [
        "tests/cart.py", "src/test/java/Cart.java", "cart_test.go", "src/cart.test.ts", "src/cart.spec.js",
        "spec/cart_spec.rb", "test_cart.py", "conftest.py", "pkg/CartTest.java", "a/__tests__/cart.js",
        "examples/cart.py", "benchmarks/cart.py", "docs/conf.py", "dist/cart.js", "src/cart.min.js",
        ".github/actions/cart/index.js", "web/.storybook/cart.ts", "azure-pipelines.yml",
        "Shop.Tests/Models/Cart.cs", "src/UnitTests/Cart.cs", "cart/tests.rs", "cart/tests.py", "Tests/Cart.swift",
        "src/fixtures/cart.js",
    ],
)  # fmt: skip
def test_roles_apart(path):
    assert 0 < factor(path) < PLAIN


@pytest.mark.parametrize(
    "path",
    [
        "src/latest/cart.py",
        "src/contest.py",
        "src/testing.py",
        "src/attest.go",
        "src/Protest.java",
        "src/history.py",
        "ABTest/a.cs",
        "src/test.py",
    ],
)
def test_names_that_only_look_like_roles(path):
    assert factor(path) == PLAIN


def test_a_question_may_ask_for_a_role():
    for path, asked in (("tests/cart.py", "test"), ("examples/cart.py", "example")):
        assert factor(path) < factor(path, asked=[asked]) < PLAIN  # what helps a test is no test itself
    assert factor("src/a.py", attributes=("test",)) < factor(
        "src/a.py", attributes=("test",), asked=["tests"]
    )
    assert factor("a.md", "section") < factor("a.md", "section", asked=["documentation"])


@pytest.mark.parametrize(
    ("path", "kind", "asking"),
    [
        (".github/workflows/test.yml", "job", "workflow"),
        ("cart/Dockerfile", "image", "dockerfile"),
        ("deploy/cart.yaml", "manifest", "deployment"),
        ("docs/cart.md", "section", "docs"),
    ],
)
def test_what_is_no_code_counts_as_code_does_where_a_question_says_its_kind(path, kind, asking):
    assert factor(path, kind) < PLAIN
    assert factor(path, kind, asked=[asking]) == pytest.approx(PLAIN)


def test_a_task_on_documents_does_not_put_them_behind_functions():
    factors = Factors(build_graph("l", [Node("docs/cart.md", "f", "section", line=1, end_line=10)], []))
    asked = frozenset({"docs"})
    assert factors.of(asked, task=True)[0] == factors.of(asked)[0]
    assert factors.of(task=True)[0] < factors.of()[0]


def test_a_changelog_repeats_the_words_of_what_was_changed():
    for path in ("CHANGELOG.md", "changes/2.0.rst", "news/12.bugfix.rst", "Release-Notes.txt"):
        assert factor(path, "section") < factor("README.md", "section")
        assert factor(path, "section") < factor(path, "section", asked=["changes"])


def test_what_a_question_names_is_asked_for_in_whatever_role():
    nodes = [
        Node("test_cart.py", "test_add", "function", line=1, end_line=10),
        Node("test_cart.py", "test_add.pay", "function", line=2, end_line=3),
        Node("test_cart.py", "test_empty", "function", line=11, end_line=20),
    ]
    graph = build_graph(
        "l",
        nodes,
        [Edge("contains", ("test_cart.py", "test_add"), ("test_cart.py", "test_add.pay"), "lexical")],
    )
    test, stub, other = Factors(graph).of(named=[0, 1]).tolist()
    assert test == PLAIN
    assert stub < other < test


def test_kinds_in_order():
    function, type_, field = (factor("src/a.py", kind) for kind in ("function", "class", "field"))
    assert function > type_ == factor("src/a.py", "service") > field
    assert factor("src/a.py", attributes=("generated",)) < PLAIN


def test_what_a_task_changes_is_a_function():
    def share(kind):
        of = Factors(build_graph("l", [Node("src/a.py", "f", kind, line=1, end_line=10)], [])).of
        return float(of(task=True)[0] / of()[0])

    assert share("class") == share("section") < share("function") == share("manifest") == share("file") == 1


def test_of_two_functions_the_one_that_does_more():
    assert factor("src/a.py", lines=2) < PLAIN < factor("src/a.py", lines=60)
    assert factor("src/a.py", lines=100) == factor("src/a.py", lines=5000) <= 1
    assert factor("src/a.py", "class", lines=5) == factor("src/a.py", "class", lines=500)


def test_test_code_is_told_by_attribute_or_path():
    nodes = [
        Node("src/a.py", "f", "function", attributes=("test",)),
        Node("tests/b.py", "g", "function"),
        Node("src/c.py", "h", "function"),
    ]
    assert Factors(build_graph("l", nodes, [])).tests.tolist() == [True, False, True]
