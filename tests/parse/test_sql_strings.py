"""SQL in strings: which tables a statement names, and that prose and half a name give none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.extract import extract
from xray_graph.parse.sql_tables import read

STATEMENTS = [
    ("SELECT * FROM users WHERE id = %s", ["users"]),
    ('SELECT a FROM x.users u JOIN "Order" AS o ON o.id = u.id', ["Order", "x.users"]),
    ("SELECT a FROM a, b WHERE 1 = 1", ["a", "b"]),
    ("INSERT INTO carts (a, b) VALUES (?, ?)", ["carts"]),
    ("INSERT INTO archive SELECT * FROM carts", ["archive", "carts"]),
    ("UPDATE carts SET a = 1 WHERE id IN (SELECT id FROM old)", ["carts", "old"]),
    ("DELETE FROM carts", ["carts"]),
    ("CREATE TABLE IF NOT EXISTS carts (id int)", ["carts"]),
    ("DROP TABLE carts", ["carts"]),
    ("SELECT TOP 5 * FROM [dbo].[Orders] o WITH (NOLOCK)", ["dbo.Orders"]),
    ("SELECT 1; DELETE FROM carts", ["carts"]),
    ("select name from users where active and age > 3", ["users"]),
    ("Select * from users u", ["users"]),
    ("select u.id from users u where u.id in (select a from b c)", ["b", "users"]),
    ("update users set name = 'x' where not deleted", ["users"]),
    ("UPDATE users u SET (a, b) = (1, 2)", ["users"]),
    ("UPDATE users SET \0 WHERE \0", ["users"]),
    ("update users set u.a[1] = 2", ["users"]),
    ("DELETE FROM users u WHERE binary u.name = 'x'", ["users"]),
    ("delete from users as u", ["users"]),
    ("insert into users select * from old o", ["old", "users"]),
    ("INSERT INTO users", ["users"]),  # and the rest in another string
    ("MERGE INTO users u USING fresh f ON u.id = f.id", ["fresh", "users"]),
    ("DELETE FROM users WHERE CURRENT OF c", ["users"]),
    ("drop table users", ["users"]),
]
NO_TABLES = [
    "SELECT 1",
    "SELECT * FROM generate_series(1, 3)",
    "SELECT EXTRACT(YEAR FROM now())",
    "SELECT * FROM pg_tables",
    "SELECT * FROM information_schema.tables",
    "Select a file from the list of things",
    "update the documents before a release",
    "Delete from the cart all that is old",
    "Select a file from the list",
    "select a file from the list",
    "delete from cart failed",
    "delete from cart failed: \0",
    "DELETE FROM cart failed (\0)",
    "Delete from users where applicable.",
    "delete from users where needed",
    "select name from file where you are",
    "update settings set by user",
    "Update users set in the settings file",
    "update users set",
    "Insert into items",
    "insert into items",
    "insert into the slot (left)",
    "Insert into items failed",
    "create table users",
    "create table users failed",
    "drop table users failed",
    "Select one from users",
    "truncate users now",
    "SELECT * FROM user_\0",  # a name that the program ends
    "SELECT * FROM \0 WHERE a = 1",
]


@pytest.mark.parametrize(("text", "tables"), STATEMENTS)
def test_tables_of_a_statement(text, tables):
    assert sorted(read(text).tables) == sorted(tables)


@pytest.mark.parametrize("text", NO_TABLES)
def test_no_table(text):
    assert read(text).tables == ()


def test_a_query_s_own_names_are_no_tables():
    text = "WITH q AS (SELECT * FROM base), r (a) AS (SELECT 1 FROM q) SELECT * FROM q JOIN r ON 1 = 1"
    assert read(text).tables == ("base",)


def test_capitals_are_told_from_prose():
    assert read("SELECT a FROM b").loud
    assert not read("select a from b").loud


WORDS = [
    *(
        "SELECT",
        "FROM",
        "JOIN",
        "INTO",
        "INSERT",
        "UPDATE",
        "SET",
        "WITH",
        "AS",
        "DELETE",
        "USING",
        "MERGE",
        "WHERE",
    ),
    *(
        "(",
        ")",
        ",",
        ";",
        ".",
        "*",
        "a",
        "b",
        '"c"',
        "'d'",
        "[e]",
        "\0",
        "CREATE",
        "TABLE",
        "IF",
        "--",
        "/*",
        "LATERAL",
    ),
]


@given(st.lists(st.sampled_from(WORDS), max_size=12), st.sampled_from([" ", "", "\n"]))
def test_any_words_are_read(words, between):
    assert isinstance(read(between.join(words)).tables, tuple)


@pytest.mark.parametrize(
    "code",
    [
        b'x = "SELECT "\n',
        b'x = ""\nf("UPDATE \\n" % y)\n',
        b'x = "select " + y + " from " + z\n',
        b"x = ('with '\n)\n",
        b'x = f"SELECT {y}"\n',
    ],
)
def test_a_string_that_only_begins_as_sql(code):
    assert extract(code, "python").statements == ()


def test_backslashes_behind_an_open_quote_are_read_in_one_way():
    """Parted in all ways, eighty of them would take longer than the world has been there."""
    source = "run('SELECT a FROM users WHERE b = ' + /* don't " + "\\" * 80 + " */ c);\n"
    assert [one.tables for one in extract(source.encode(), "javascript").statements] == [("users",)]
