"""Prisma schemas: models as tables with their columns, and what does not close."""

from __future__ import annotations

from xray_graph.parse.documents.prisma import extract

SCHEMA = b"""\
model User {
  id    Int    @id
  name  String @map("full_name") // model Hidden {
  order Order?
  @@map("users")
}

model Order {
  id Int @id
}

enum Color {
  RED
}
"""


def test_models_are_tables():
    users, order = extract(SCHEMA).declarations
    assert (users.kind, users.name, users.line, users.end_line) == ("table", "users", 1, 6)
    assert users.attributes == ("model=User", "column=id Int", "column=full_name String")
    assert (order.name, order.signature) == ("Order", "model Order")


def test_what_never_closes_is_told_and_declares_nothing():
    facts = extract(b"model A {\n  id Int\n\nmodel B {\n  id Int\n}\n")
    assert [one.name for one in facts.declarations] == ["B"]
    assert [one.message for one in facts.diagnostics] == ["the model A never closes"]


def test_anything_is_read():
    for data in (b"", b"model", b"model X {", b"\xff\x00{}", b"model X {\n}"):
        assert len(extract(data).declarations) <= 1
