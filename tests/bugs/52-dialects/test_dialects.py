"""A procedure comes out as a table, an unnamed index as one called after its table, quoted names are lost.

Seen in DerekStride/tree-sitter-sql#354, dirge-code/dirge#519, jamie8johnson/cqs#309.
"""

from __future__ import annotations

import pytest

from xray_graph.parse.documents import sql


def declared(text):
    return [(d.kind, d.name) for d in sql.extract(text.encode()).declarations]


def references(text):
    facts = sql.extract(text.encode())
    return [(facts.strings[facts.expressions[r.expression][1]], r.line) for r in facts.references]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "CREATE PROCEDURE dbo.p AS BEGIN SELECT 1; END\nGO\nCREATE TABLE t(i int);",
            [("function", "dbo.p"), ("table", "t")],
        ),
        ("CREATE INDEX ON t(c);", []),
        ('CREATE TABLE "my schema"."a;b" (i int)', [("table", "my schema.a;b")]),
        ("CREATE TABLE [dbo].[T 1] (i int)", [("table", "dbo.T 1")]),
        ("CREATE TABLE `x`.`y` (`i` int) ENGINE=InnoDB;", [("table", "x.y")]),
        ("create or replace view v as select 1;", [("view", "v")]),
        (
            "CREATE FUNCTION f() RETURNS int AS $$ BEGIN; CREATE TABLE no(i int); END $$ LANGUAGE plpgsql;",
            [("function", "f")],
        ),
        (
            "CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW BEGIN SET x = 1; END;\nCREATE TABLE u(i int);",
            [("function", "g"), ("table", "u")],
        ),
        ("INSERT INTO t VALUES ('CREATE TABLE no (i int);');", []),
        ("-- CREATE TABLE no (i int);\n/* CREATE TABLE no (i int); */", []),
        ("CREATE TABLE t AS SELECT 1;", [("table", "t")]),
        ("CREATE TABLE 'broken (i int", []),
    ],
)
def test_what_a_statement_makes(text, found):
    assert declared(text) == found


def test_a_table_that_never_closes_is_told_and_is_none():
    facts = sql.extract(b"CREATE TABLE good (i int);\nCREATE TABLE bad (i int")
    assert [(d.code, d.line) for d in facts.diagnostics] == [("parse-error", 2)]
    assert [d.name for d in facts.declarations] == ["good"]


def test_columns_and_foreign_keys():
    text = (
        "CREATE TABLE o (\n  id int PRIMARY KEY,\n  u int REFERENCES public.users(id),\n"
        "  CHECK (id > 0), FOREIGN KEY (u) REFERENCES `v`(a)\n);\nALTER TABLE o ADD COLUMN z int;\n"
    )
    (table,) = sql.extract(text.encode()).declarations
    assert table.attributes == ("column=id int", "column=u int", "column=z int")
    assert (table.line, table.end_line) == (1, 5)
    assert references(text) == [("public.users", 3), ("v", 4)]


def test_a_view_names_what_it_selects_from_and_not_its_own_parts():
    text = "CREATE VIEW v AS WITH c AS (SELECT * FROM t) SELECT * FROM c JOIN s.u ON true;"
    assert [name for name, _ in references(text)] == ["t", "s.u"]
