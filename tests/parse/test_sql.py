"""SQL: where statements end in every dialect, what they define, and what they name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import sql


def declared(text):
    return [(d.kind, d.name) for d in sql.extract(text.encode()).declarations]


def references(text):
    facts = sql.extract(text.encode())
    return [facts.strings[facts.expressions[r.expression][1]] for r in facts.references]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "DELIMITER //\nCREATE PROCEDURE a() BEGIN SELECT 1; CREATE TABLE no(i int); END //\n"
            "CREATE PROCEDURE b() SELECT 2 //\nDELIMITER ;\nCREATE TABLE t(i int);",
            [("function", "a"), ("function", "b"), ("table", "t")],
        ),
        (
            "CREATE PROCEDURE p AS\nBEGIN\nIF 1 = 1 BEGIN SELECT 1; END;\nCREATE TABLE no(i int);\nEND;\n"
            "CREATE TABLE t(i int);",
            [("function", "p"), ("table", "t")],
        ),
        (
            "CREATE PROCEDURE p() BEGIN IF x THEN SET y = 1; END IF; CREATE TABLE no(i int); END;\n"
            "CREATE TABLE t(i int);",
            [("function", "p"), ("table", "t")],
        ),
        (
            "CREATE PROC p AS SELECT 1; CREATE TABLE #no (i int); SELECT 2\nGO\nCREATE TABLE t(i int)\nGO\n",
            [("function", "p"), ("table", "t")],
        ),
        ("CREATE TABLE #no (i int);", []),
        (
            "CREATE OR REPLACE PROCEDURE p IS x NUMBER; BEGIN NULL; END;\n/\nCREATE TABLE t(i int);",
            [("function", "p"), ("table", "t")],
        ),
        (
            "COPY t (a) FROM stdin;\nO'Neil\t1\nCREATE TABLE no(i int);\n\\.\nCREATE TABLE u(i int);",
            [("table", "u")],
        ),
        ("INSERT INTO t VALUES ('C:\\');\nCREATE TABLE t(i int);", [("table", "t")]),
        ("INSERT INTO `t` VALUES ('it\\'s');\nCREATE TABLE t(i int);", [("table", "t")]),
        ("CREATE DEFINER=`root`@`localhost` PROCEDURE `p`() BEGIN SELECT 1; END;", [("function", "p")]),
        ("CREATE MATERIALIZED VIEW v AS SELECT 1;", [("view", "v")]),
    ],
)
def test_where_statements_end(text, found):
    assert declared(text) == found


def test_a_table_without_columns_is_told_and_is_none():
    facts = sql.extract(b"CREATE TABLE good (i int);\nCREATE TABLE bad;\n")
    assert [(d.code, d.line) for d in facts.diagnostics] == [("parse-error", 2)]
    assert [d.name for d in facts.declarations] == ["good"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("CREATE VIEW v AS SELECT EXTRACT(year FROM day) FROM t;", ["t"]),
        ("CREATE VIEW v AS SELECT * FROM a x, b AS y, c JOIN d ON x.i = y.i;", ["a", "b", "c", "d"]),
        ("CREATE VIEW v AS SELECT a IS DISTINCT FROM b FROM unnest(x), t;", []),
        ("CREATE VIEW v AS SELECT * FROM generate_series(1, 2);", []),
        ("CREATE VIEW v AS WITH c (a, b) AS (SELECT 1, 2), d AS (SELECT 1) SELECT * FROM c, d, t;", ["t"]),
        ("CREATE TABLE p PARTITION OF t FOR VALUES IN (1);", ["t"]),
        ("CREATE TABLE p (LIKE t INCLUDING ALL);", ["t"]),
        ("CREATE TABLE p (i int) INHERITS (t);", ["t"]),
        ("CREATE TABLE p AS SELECT * FROM t;", ["t"]),
        ("ALTER TABLE t ADD COLUMN IF NOT EXISTS a int, ADD b text;", ["t", "t|a int", "t|b text"]),
        ("ALTER TABLE t ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES u(a);", ["t", "u"]),
    ],
)
def test_what_statements_name(text, found):
    assert references(text) == found


@given(
    st.lists(
        st.sampled_from(
            [
                *(
                    "CREATE",
                    "TABLE",
                    "VIEW",
                    "PROCEDURE",
                    "BEGIN",
                    "END",
                    "IF",
                    "AS",
                    "FROM",
                    "DELIMITER",
                    "GO",
                ),
                *(";", "(", ")", ",", ".", "'", '"', "`", "$$", "t", "u", "--", "/*", "//", "\n"),
            ]
        ),
        max_size=40,
    )
)
def test_no_text_raises(words):
    text = " ".join(words)
    facts = sql.extract(text.encode())
    assert all(0 <= d.start <= d.end <= len(text) for d in facts.declarations)
