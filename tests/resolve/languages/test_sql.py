"""SQL: what is said of a table by more files than the one that declares it."""

from __future__ import annotations

from tests.resolve.corpus import resolved


def test_columns_of_later_migrations_are_attributes_of_the_table():
    done = resolved(
        {
            "db/V1__users.sql": b"CREATE TABLE users (id int);\n",
            "db/V2__name.sql": b"ALTER TABLE users ADD COLUMN name text;\n",
            "db/V10__mail.sql": b"ALTER TABLE public.users ADD mail text;\n",
            "other/V3__other.sql": b"ALTER TABLE users ADD COLUMN other text;\n",
        }
    )
    (table,) = [node for node in done.edges["db/V1__users.sql"].nodes if node.kind == "table"]
    assert table.attributes == ("column=id int", "column=mail text", "column=name text")
