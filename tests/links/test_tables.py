"""Tables by models and by SQL in strings."""

from __future__ import annotations

import pytest

from tests.links.shown import links
from xray_graph.resolve.links.inflection import plural, singular, snake

MODELS = {
    "sqlalchemy": (
        {
            "m.py": """\
from sqlalchemy.orm import DeclarativeBase
class Base(DeclarativeBase): ...
class User(Base):
    __tablename__ = "users"
class Plain:
    __tablename__ = "no"
"""
        },
        ["3 User -> outside/::table/users"],
    ),
    "sqlmodel": (
        {
            "m.py": """\
from sqlmodel import SQLModel
class HeroBase(SQLModel):
    name: str
class Hero(HeroBase, table=True):
    id: int
class Team(SQLModel, table=True):
    __tablename__ = "teams"
class Public(HeroBase, table=False): ...
"""
        },
        ["4 Hero -> outside/::table/hero", "6 Team -> outside/::table/teams"],
    ),
    "django": (
        {
            "shop/models.py": """\
from django.db import models
class Base(models.Model):
    class Meta:
        abstract = True
class Item(Base): ...
class Other(models.Model):
    class Meta:
        db_table = "others"
""",
        },
        ["5 Item -> outside/::table/shop_item", "6 Other -> outside/::table/others"],
    ),
    "gorm": (
        {
            "m.go": """\
package m

import "gorm.io/gorm"

type OrderLine struct {
	gorm.Model
}
type Person struct {
	ID int `gorm:"primaryKey"`
}

func (Person) TableName() string { return "persons" }

type Plain struct{}
"""
        },
        ["5 OrderLine -> outside/::table/order_lines", "8 Person -> outside/::table/persons"],
    ),
    "jpa": (
        {
            "U.java": """\
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
@Entity @Table(name = "us") class U {}
@Entity class Owner {}
@Entity class OrderLine {}
@Table(name = "no") class Plain {}
""",
        },
        ["3 U -> outside/::table/us", "4 Owner -> outside/::table/Owner"],
    ),
    "active record": (
        {
            "a.rb": """\
class User < ApplicationRecord
  self.table_name = "us"
end
class OrderLine < ActiveRecord::Base
end
class Other < Thing
end
""",
        },
        ["1 User -> outside/::table/us", "4 OrderLine -> outside/::table/order_lines"],
    ),
    "eloquent": (
        {
            "U.php": """\
<?php
use Illuminate\\Database\\Eloquent\\Model;
class User extends Model { protected $table = 'us'; }
class Category extends Model {}
class Plain {}
""",
        },
        ["3 User -> outside/::table/us", "4 Category -> outside/::table/categories"],
    ),
    "entity framework": (
        {
            "C.cs": """\
using Microsoft.EntityFrameworkCore;
using System.ComponentModel.DataAnnotations.Schema;
public class Shop : DbContext {
  public DbSet<Item> Items { get; set; }
  public DbSet<User> Users { get; set; }
}
public class ItemConfiguration { void Configure(EntityTypeBuilder<Item> b) { b.ToTable("goods"); } }
[Table("us")] public class User {}
public class Item {}
""",
        },
        ["8 User -> outside/::table/us", "7 ItemConfiguration.Configure -> outside/::table/goods"],
    ),
    "typeorm": (
        {
            "u.ts": """\
import { Entity } from 'typeorm'
@Entity('us') export class User {}
@Entity() export class OrderLine {}
""",
        },
        ["2 User -> outside/::table/us", "3 OrderLine -> outside/::table/order_line"],
    ),
}


@pytest.mark.parametrize("mapper", MODELS)
def test_models(mapper):
    files, expected = MODELS[mapper]
    assert [one for one in links(files, "references") if "table/" in one] == expected


def test_sql_in_strings_goes_to_the_nearest_declaration():
    files = {
        "a/db/schema.sql": "CREATE TABLE users (id int);\n",
        "b/db/schema.sql": "CREATE TABLE users (id int);\nCREATE TABLE carts (id int);\n",
        "b/go.mod": "module example.com/b\n",
        "a/app.py": """\
LIST = "SELECT * FROM users"
def f(db, t):
    db.execute("select id from users where a = 1")
    db.execute("select a file from the list")
    db.execute(f"SELECT * FROM {t}")
    db.execute("SELECT * FROM user_" + t)
    db.execute("INSERT INTO carts VALUES (1)")
""",
        "c.py": 'def g(db):\n    db.execute("SELECT * FROM users")\n',
    }
    assert links(files, "references") == [
        "1 LIST -> a/db/schema.sql::users",
        "3 f -> a/db/schema.sql::users",
        "7 f -> outside/::table/carts",  # that of `b` is another's
        "2 g -> a/db/schema.sql::users",
    ]


def test_a_statement_in_parts_and_in_each_language():
    files = {
        "a.go": "package a\n\nconst q = `SELECT *\nFROM carts`\n",
        "A.java": 'class A { void f(D d) { d.q("SELECT a " +\n "FROM carts " + w); } }\n',
        "a.ts": "db.query(`SELECT ${a} FROM carts WHERE id = ${id}`)\n",
        "a.rs": 'fn f() { q(r#"SELECT * FROM "carts""#); }\n',
        "a.rb": "def f\n  q('DELETE FROM carts')\nend\n",
        "a.php": '<?php function f() { q("SELECT * FROM carts WHERE id = $id"); }\n',
        "A.cs": 'class A { void F(D d) { d.Q(@"SELECT * FROM carts"); } }\n',
        "a.py": 'def f(q):\n    q("SELECT a "\n      "FROM carts")\n',
    }
    found = [one.partition(" ")[2] for one in links(files, "references")]
    sources = ["A.F", "A.f", "q", "f", "f", "f", "f", ""]
    assert sorted(found) == sorted(f"{source} -> outside/::table/carts" for source in sources)


def test_names_of_tables():
    assert [
        plural(snake(name)) for name in ("OrderLine", "Category", "Person", "HTTPLog", "Bus", "Series")
    ] == [
        *("order_lines", "categories", "people", "http_logs", "buses", "series"),
    ]
    assert [singular(word) for word in ("categories", "people", "addresses", "statuses", "users")] == [
        *("category", "person", "address", "status", "user"),
    ]
