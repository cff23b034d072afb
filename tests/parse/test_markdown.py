"""Markdown as it is written: documents, sections, links, code spans and front matter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import front_matter
from xray_graph.parse.documents.markdown import MAX_DOC, MAX_NAME, extract


def read(text):
    return extract(text.encode() if isinstance(text, str) else text)


def sections(text):
    return [declaration.name for declaration in read(text).declarations[1:]]


def bodies(text):
    data = text.encode() if isinstance(text, str) else text
    return [data[d.start : d.end].decode("utf-8", "replace") for d in extract(data).declarations[1:]]


def uses(text, kind):
    """(what it names, line) of every reference of the kind."""
    facts = read(text)
    name = lambda reference: facts.strings[facts.expressions[reference.expression][1]]
    return [(name(reference), reference.line) for reference in facts.references if reference.kind == kind]


def links(text):
    return [target for target, _ in uses(text, "link")]


def codes(text):
    return [name for name, _ in uses(text, "code")]


PAGE = """# Ordering é 🚀

How an order goes through.

## Context

We need it. See `Cart.Add`.

### Detail

Deeper text stays inside.

## Decision

Use [the queue](queue.md).
"""


def test_a_page_is_a_document_and_its_second_level_sections():
    facts = read(PAGE)
    document, context, decision = facts.declarations
    assert (document.kind, document.name, document.parent) == ("document", "Ordering é 🚀", -1)
    assert (document.start, document.end) == (0, len(PAGE.encode()))
    assert (document.line, document.end_line, document.name_line) == (1, 15, 1)
    assert document.doc == facts.doc == "How an order goes through."
    assert (context.kind, context.name, context.parent) == ("section", "Context", 0)
    assert (context.line, context.end_line, context.name_line) == (5, 11, 5)
    assert context.doc == "We need it. See Cart.Add."
    assert (decision.line, decision.end_line) == (13, 15)
    assert facts.lines == 15
    assert facts.language == "markdown"


def test_spans_are_bytes_also_after_wide_characters():
    assert bodies(PAGE) == [
        "## Context\n\nWe need it. See `Cart.Add`.\n\n### Detail\n\nDeeper text stays inside.",
        "## Decision\n\nUse [the queue](queue.md).",
    ]


def test_a_section_ends_at_the_next_heading_of_its_level_or_above():
    assert bodies("## a\n\n1\n\n# B\n\n2\n\n## c\n### d\n## e") == ["## a\n\n1", "## c\n### d", "## e"]


def test_references_belong_to_the_section_they_stand_in():
    facts = read("[a](a)\n\n## S\n\n[b](b)\n\n# T\n\n[c](c)\n\n## U\n[d](d)")
    assert [scope.declaration for scope in facts.scopes] == [0, 1, 2]
    assert [reference.scope for reference in facts.references] == [0, 1, 0, 2]
    for declaration, scope in zip(facts.declarations[1:], facts.scopes[1:], strict=True):
        assert (declaration.start, declaration.end) == (scope.start, scope.end)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Setext\n------\n\ntext", ["Setext"]),
        ("Two\nlines\n---", ["Two lines"]),
        ("Title\n=====\n\nPart\n-\n", ["Part"]),
        ("## closed ##\n", ["closed"]),
        ("   ## indented\n", ["indented"]),
        ("##\n", [""]),
        ("##no space\n", []),
        ("    ## code\n", []),
        ("```sh\n## comment\n```\n\n## real", ["real"]),
        ("~~~~\n```\n## a\n~~~\n## b\n~~~~\n## real", ["real"]),
        ("```\n## never closed", []),
        ("<div>\n## in html\n</div>\n\n## real", ["real"]),
        ("<!--\n\n## in a comment\n\n-->\n## real", ["real"]),
        ("<pre>\n\n## in pre\n\n</pre>\n## real", ["real"]),
        ("- ## in a list\n\n## real", ["real"]),
        ("- item\n\n  ## in an item\n\n## real", ["real"]),
        ("> ## in a quote\n\n## real", ["real"]),
        ("\\## escaped", []),
        ("## a\r\n\r\ntext\r\n\r\n## b\r\n", ["a", "b"]),
        ("## a\r## b\r", ["a", "b"]),
        ("text\n## right below\ntext", ["right below"]),
        ("* * *\n\n---\n", []),
        ("| a |\n|---|\n| ## b |\n", []),
        ("", []),
    ],
)
def test_what_is_a_section(text, names):
    assert sections(text) == names


@pytest.mark.parametrize(
    ("heading", "name", "signature"),
    [
        ("Plain", "Plain", "Plain"),
        ("Step 1: Install", "Step 1 Install", "Step 1: Install"),
        ("I/O & more", "I O & more", "I/O & more"),
        ("`Vec<T>` and `a::b`", "Vec T and a b", "Vec<T> and a::b"),
        ("*Very* __bold__ `open(path)`", "Very bold open(path)", "Very bold open(path)"),
        ("[Linked](x.md) title", "Linked title", "Linked title"),
        ("![logo](x.png) With logo", "With logo", "With logo"),
        ("v1.2.0 - 2024-01-02", "v1.2.0 - 2024-01-02", "v1.2.0 - 2024-01-02"),
        ("Anchored {#the-anchor}", "Anchored", "Anchored"),
        ("A &amp; B", "A & B", "A & B"),
        ("::", "", "::"),
        ("Größe 数据 🚀", "Größe 数据 🚀", "Größe 数据 🚀"),
        ("a\u2028b\u00a0c\td", "a b c d", "a b c d"),
        ("<em>html</em> `<T>`", "html T", "html <T>"),
    ],
)
def test_names_may_stand_in_a_symbol_and_signatures_keep_the_text(heading, name, signature):
    section = read(f"## {heading}\n").declarations[1]
    assert (section.name, section.signature) == (name, signature)


def test_names_are_bounded():
    assert len(sections("## " + "word " * 5000)[0]) <= MAX_NAME
    assert len(read("word " * 5000).doc) == MAX_DOC


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("# One\n\n# Two", "One"),
        ("text\n\n# Late", "Late"),
        ("Setext\n===", "Setext"),
        ("---\ntitle: From the front\n---\n# Heading", "From the front"),
        ('<div align="center">\n<h1>In <b>HTML</b></h1>\n</div>', "In HTML"),
        ("<h1>HTML</h1>\n\n# Markdown", "Markdown"),
        ("# ![](logo.png)\n\n# Words", "Words"),
        ("> # quoted", ""),
        ("## Only sections", ""),
    ],
)
def test_the_title_of_a_document(text, title):
    document = read(text).declarations[0]
    assert (document.signature, document.name) == (title, title)


@pytest.mark.parametrize(
    ("text", "doc"),
    [
        ("# T\n\nOne\ntwo.\n\nThree.", "One two."),
        ("[![badge](a.svg)](b) ![c](d)\n\n<img src=x>\n\nWords.", "Words."),
        ("- an item\n\n> a quote\n\nWords.", "Words."),
        ("With *marks*, `code`, [a link](x), &lt; and <b>tags</b>.", "With marks, code, a link, < and tags."),
        ("Hard  \nbreak\\\nhere", "Hard break here"),
        ("## S\n\nOnly in a section.", "Only in a section."),
        ("# T\n", ""),
    ],
)
def test_the_doc_is_the_first_paragraph_of_prose(text, doc):
    assert read(text).doc == doc


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("[a](b.md)", ["b.md"]),
        ("[a](<b c.md> 'title')", ["b c.md"]),
        ("[a](b%20c.md#part)", ["b c.md#part"]),
        ("[a][ref] and [ref] and [ref][]\n\n[REF]: ../x.md", ["../x.md"] * 3),
        ("[undefined][nowhere]", []),
        ("[a](#part)", ["#part"]),
        ("[a](b(c).md)", ["b(c).md"]),
        ("[`code` in *it*](b.md)", ["b.md"]),
        ("![image](b.png)", []),
        ("[![image](b.png)](c.md)", ["c.md"]),
        ("`[a](b)` \\[a](b)", []),
        ("    [a](b)", []),
        ("[a](https://example.org/x) <https://example.org> <me@example.org>", []),
        ("[m](mailto:x@y.z) [n](//x.y/z)", []),
        ("[a](https://example.org/o/r/blob/main/x.go#L3)", ["https://example.org/o/r/blob/main/x.go#L3"]),
        ("[a](javascript:alert(1))", []),
        ('<a class="x" href="b.md">a</a> and <A HREF=\'c.md\'>', ["b.md", "c.md"]),
        ('<p align="center">\n  <a href="b.md">a</a>\n</p>', ["b.md"]),
        ("- [a](b.md)\n  - > [c](d.md)", ["b.md", "d.md"]),
        ("| [a](b.md) | `x` |\n|---|---|\n| [c](d.md) | |", ["b.md", "d.md"]),
        ("[a]()", []),
    ],
)
def test_links(text, targets):
    assert links(text) == targets


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("`Cart.Add`", ["Cart.Add"]),
        ("``a`b``", ["a`b"]),
        ("` padded `", ["padded"]),
        ("`add(a, b)` and `Vec<T>`", ["add(a, b)", "Vec<T>"]),
        ("`pkg/cart/cart.go`", ["pkg/cart/cart.go"]),
        ("`git commit -m x`", []),
        ("`=>` `42` `$`", []),
        ("`" + "x" * 200 + "`", []),
        ("```\n`fenced`\n```", []),
        ("`open", []),
        ("[`Linked`](x.md)", ["Linked"]),
        ("## `Heading`", ["Heading"]),
    ],
)
def test_code_spans_that_may_name_something(text, names):
    assert codes(text) == names


def test_lines_of_references_are_those_of_the_file():
    text = "# T\n\none `a`\ntwo `b` [c](\nc)\n\n> quoted\n> `d`\n\n- item\n  `e`\n\n<div>\n<a href='f'>\n"
    assert uses(text, "code") == [("a", 3), ("b", 4), ("d", 8), ("e", 11)]
    assert uses(text, "link") == [("c", 4), ("f", 14)]


def test_a_lone_carriage_return_ends_a_line_of_markdown_and_none_of_the_file():
    facts = read("one\rtwo `a`\n## S\r\n`b`\n")
    assert [(d.line, d.end_line) for d in facts.declarations] == [(1, 3), (2, 3)]
    assert uses("one\rtwo `a`\n## S\r\n`b`\n", "code") == [("a", 1), ("b", 3)]


def test_bytes_that_are_no_text_keep_the_spans_true():
    data = b"# caf\xe9\n\n## S\xff\n\ntext\x00\n\n## T\n"
    facts = extract(data)
    assert [d.name for d in facts.declarations] == ["caf�", "S�", "T"]
    assert [data[d.start : d.end] for d in facts.declarations[1:]] == [b"## S\xff\n\ntext\x00", b"## T"]


@pytest.mark.parametrize(
    ("matter", "values"),
    [
        ("title: A title", [("title", "A title")]),
        ("status: accepted # since May", [("status", "accepted")]),
        ("date: 2024-01-02", [("date", "2024-01-02")]),
        ('title: "A: b \\u00e9 \\"q\\""', [("title", 'A: b é "q"')]),
        ("title: 'it''s # no comment'", [("title", "it's # no comment")]),
        ("tags: [a, \"b, c\", 'd', ]", [("tags", "a"), ("tags", "b, c"), ("tags", "d")]),
        ("tags: [a,\n  b # two\n  ]", [("tags", "a"), ("tags", "b")]),
        ("tags:\n- a\n- 'b'", [("tags", "a"), ("tags", "b")]),
        ("tags:\n  - a # one\n\n  - b\nstatus: x", [("tags", "a"), ("tags", "b"), ("status", "x")]),
        ("tags: a b", [("tags", "a b")]),
        ("title: >-\n  folded\n  text\nstatus: x", [("title", "folded text"), ("status", "x")]),
        ("title: several\n  lines", [("title", "several lines")]),
        ("Status: Accepted", [("status", "Accepted")]),
        ("title: no\nstatus: 1.10", [("title", "no"), ("status", "1.10")]),
        ("title: a\ntitle: b", [("title", "a")]),
        ("title:\nstatus: ~", []),
        ("# a comment\n\nother: x\ntitle: t", [("title", "t")]),
        ("other:\n  title: nested\n  tags: [x]", []),
        ("title: {a: b}\nstatus: *anchor", []),
        ("title: C#", [("title", "C#")]),
        ("title: http://x.y/z", [("title", "http://x.y/z")]),
        ("", []),
        ("# only a comment", []),
        ("title: [unclosed\nstatus: x", [("title", "[unclosed"), ("status", "x")]),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_front_matter_in_yaml(matter, values, newline):
    text = f"---\n{matter}\n---\n\n## S\n".replace("\n", newline)
    facts = read(text)
    assert list(facts.attributes) == [f"{key}={value}" for key, value in values]
    assert facts.declarations[0].attributes == facts.attributes
    assert [d.name for d in facts.declarations[1:]] == ["S"]
    assert facts.declarations[1].line == matter.count("\n") + 5


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nprose between\n\n---\n",
        "---\n\n# A heading\n\n---\n",
        "---\ntitle: never closed\n",
        "text\n---\ntitle: x\n---\n",
        " ---\na: b\n---\n",
    ],
)
def test_lines_that_only_look_like_front_matter(text):
    assert front_matter.read(text.encode()) == front_matter.FrontMatter()


def test_front_matter_in_toml():
    facts = read('+++\ntitle = "T"\ntags = ["a", "b"]\ndate = 2024-01-02\n[params]\nstatus = "x"\n+++\n# H\n')
    assert facts.attributes == ("title=T", "date=2024-01-02", "tags=a", "tags=b")


def test_front_matter_that_is_broken_is_said_and_costs_nothing_else():
    facts = read("+++\ntitle =\n+++\n# H\n")
    assert [(d.code, d.line) for d in facts.diagnostics] == [("front-matter", 1)]
    assert facts.declarations[0].name == "H"


@pytest.mark.parametrize(
    "text",
    [
        ">" * 20_000,
        "- " * 5_000 + "x",
        "".join(" " * i + "- a\n" for i in range(300)),
        "[" * 5_000,
        "*a_ " * 5_000,
    ],
    ids=["quotes", "lists-in-a-line", "lists", "brackets", "emphasis"],
)
def test_deep_nesting_ends_and_the_rest_is_read(text):
    assert sections(f"## before\n\n{text}\n\n## after\n")[0] == "before"


ENDS = ["-->", "\n", "\n\n", "\r\n", "\r", "\x00", "|", "\\", "\n---\n", "\n## "]
BLOCKS = ["## ", "# ", "### ", "---", "===", "```", "- ", "> ", "1. ", "    ", "<div>", "</div>", "<!--"]
INLINE = ["`", "[a](b)", "[x]", "[x]: y", "<a href='y'>", "word", " ", "é", "🚀", "+++", "a: b"]
MARKS = st.sampled_from([*ENDS, *BLOCKS, *INLINE])


@given(st.lists(MARKS, max_size=40).map("".join))
def test_spans_lines_and_scopes_hold_for_any_text(text):
    data = text.encode()
    facts = extract(data)
    assert facts == extract(data)
    end_before = 0
    for declaration, scope in zip(facts.declarations[1:], facts.scopes[1:], strict=True):
        assert end_before <= declaration.start < declaration.end <= len(data)
        end_before = declaration.end
        assert declaration.line == data.count(b"\n", 0, declaration.start) + 1
        assert declaration.end_line == data.count(b"\n", 0, declaration.end) + 1
        assert not set(declaration.name) & set("<:/\n")
        assert (scope.start, scope.end) == (declaration.start, declaration.end)
    for reference in facts.references:
        assert 1 <= reference.line <= facts.lines
        scope = facts.declarations[facts.scopes[reference.scope].declaration]
        assert scope.line <= reference.line <= scope.end_line


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("# Use Go\n\n## Status\n\nAccepted\n\n## Context\n", "accepted"),
        ("# Use Go\n\n* Status: proposed\n* Date: 2024-01-02\n", "proposed"),
        ("# Use Go\n\n**Status:** Superseded by [2](2.md)\n", "superseded"),
        ("---\nstatus: rejected\n---\n# Use Go\n\nStatus: accepted\n", "rejected"),
        (
            "# API\n\n## Status\n\nThe status of an order is told by the server whenever it changes, and "
            + "so on " * 20,
            "",
        ),
        ("# API\n", ""),
    ],
)
def test_a_decision_is_found_by_its_state(text, status):
    (document, *_) = extract(text.encode()).declarations
    assert [a for a in document.attributes if a.startswith("status=")] == [f"status={status}"] * bool(status)
