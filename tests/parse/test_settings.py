"""Configuration: every key with its line, its value and the comment above, whatever format it stands in."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xray_graph.parse.documents import commands, json_files, json_tree, line_settings, roles, toml_files
from xray_graph.parse.documents.yaml_nodes import Mapping, Scalar
from xray_graph.walk.names import by_name


def keys(facts):
    return [(d.name, d.line) for d in facts.declarations]


def uses(facts):
    return [(r.kind, facts.strings[facts.expressions[r.expression][1]]) for r in facts.references]


TOML = b'''\
title = "x"
[server]
# What it listens on.
port = 8080
"a b".c = [1,
  2]
text = """
[not]
k = 1
"""
[[bin]]
name = "one"
[[bin]]
name = "two"
[bin.sub]
z = true
'''


def test_toml_keys_stand_where_they_are_written():
    facts = toml_files.extract(TOML)
    assert keys(facts) == [
        *(("title", 1), ("server", 2), ("server.port", 4), ("server.a b", 5), ("server.a b.c", 5)),
        *(("server.text", 7), ("bin.0", 11), ("bin.0.name", 12), ("bin.1", 13), ("bin.1.name", 14)),
        *(("bin.1.sub", 15), ("bin.1.sub.z", 16)),
    ]
    port = facts.declarations[2]
    assert (port.kind, port.signature, port.doc) == (
        "config",
        "server.port = 8080",
        "What it listens on.",
    )
    assert [(d.name, d.end_line) for d in facts.declarations if d.end_line > d.line] == [
        ("server.a b.c", 6),
        ("server.text", 10),
    ]


def test_toml_that_is_none_is_told_and_says_nothing():
    facts = toml_files.extract(b"a = 1\nb = [\n")
    assert [(d.code, d.line) for d in facts.diagnostics] == [("parse-error", 0)]
    assert not facts.declarations
    assert [d.line for d in toml_files.extract(b"a = 1\na = 2\n").diagnostics] == [2]


@given(
    st.dictionaries(
        st.from_regex(r"[a-z]{1,3}", fullmatch=True),
        st.one_of(st.integers(), st.booleans(), st.text("ab\"'\\#[]\n=", max_size=8)),
        max_size=6,
    )
)
def test_every_key_of_toml_has_the_line_that_it_was_written_on(values):
    rows = []
    for key, value in values.items():
        text = (
            "".join(f"\\u{ord(c):04x}" if not c.isalnum() else c for c in value)
            if isinstance(value, str)
            else ""
        )
        rows.append(f'{key} = "{text}"' if isinstance(value, str) else f"{key} = {str(value).lower()}")
    text = "\n".join(rows) + "\n"
    assert tomllib.loads(text) == values
    assert keys(toml_files.extract(text.encode())) == [(key, n) for n, key in enumerate(values, 1)]


def test_ini_in_sections():
    facts = line_settings.extract(
        b'[main]\na = 1 ; why\nb: 2\nlist =\n   x\n   y\n[remote "origin"]\n\turl = x\n\tfetch = +y\n', "ini"
    )
    assert keys(facts) == [
        *(("main", 1), ("main.a", 2), ("main.b", 3), ("main.list", 4)),
        *(("remote.origin", 7), ("remote.origin.url", 8), ("remote.origin.fetch", 9)),
    ]
    assert [d.signature for d in facts.declarations][1:4] == ["main.a = 1", "main.b = 2", "main.list = x y"]


@pytest.mark.parametrize(
    "text", [b"server {\n  listen 80;\n}\n", b"maxmemory 1gb\nport 80\n", b"a = 1\n", b""]
)
def test_a_file_that_is_called_like_ini_and_is_none_says_nothing(text):
    facts = line_settings.extract(text, "ini")
    assert not facts.declarations
    assert not facts.diagnostics


def test_properties_with_escapes_and_continued_lines():
    facts = line_settings.extract(
        b"# What it listens on\nserver.port=80\ndb.url : jdbc:x\\\n   y\na\\ b = 1\n\\u00e9=\\ud83d\\ude80\\ud800\nempty\n",
        "properties",
    )
    assert [(d.line, d.signature) for d in facts.declarations] == [
        *((2, "server.port = 80"), (3, "db.url = jdbc:xy"), (5, "a b = 1"), (6, "é = 🚀�"), (7, "empty = ")),
    ]
    assert facts.declarations[0].doc == "What it listens on"


def test_an_example_environment():
    facts = line_settings.extract(
        b'# The database\nDB_URL=postgres://x # why\nexport API_TOKEN="abc"\nMANY="a\nB=2\nc"\nC=3\n',
        "dotenv",
    )
    assert [(d.kind, d.name, d.line) for d in facts.declarations] == [
        *(("env", "DB_URL", 2), ("env", "API_TOKEN", 3), ("env", "MANY", 4), ("env", "C", 7)),
    ]
    assert facts.declarations[0].doc == "The database"
    assert facts.declarations[1].signature == "API_TOKEN = …"  # a secret's value is shown by no one


def test_json_with_comments_and_commas_at_the_end():
    facts = json_files.extract(
        b'{\n  // How much is told\n  "Logging": {"Level": {"Default": "Info"}},\n  "Hosts": ["a"], /* x\n*/ "Port": 80,\n}\n',
        "json+settings",
    )
    assert keys(facts) == [
        *(("Logging", 3), ("Hosts", 4), ("Port", 5)),
        *(("Logging.Level", 3), ("Logging.Level.Default", 3)),
    ]


def test_json_that_ends_early_keeps_what_stood_there():
    facts = json_files.extract(b'{"a": 1,\n "b": {"c": 2\n', "json+settings")
    assert keys(facts) == [("a", 1), ("b", 2), ("b.c", 2)]
    assert [d.code for d in facts.diagnostics] == ["parse-error"]


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 50_000, "}" * 10, '"', "\x00", '{"a" "b"'])
def test_broken_json_raises_nothing(text):
    json_tree.read(text)


def test_a_json_tree_has_lines():
    root, diagnostics = json_tree.read('{"a": [1,\n {"b": "\\u00e9\\ud800"}]}')
    assert diagnostics == ()
    assert isinstance(root, Mapping)
    inner = root.listed("a")[1]
    assert isinstance(inner, Mapping)
    found = inner.get("b")
    assert isinstance(found, Scalar)
    assert (found.text, found.line) == ("é�", 2)


def test_scripts_of_a_package():
    facts = json_files.extract(
        b'{"main": "./server.js", "version": "1",\n "scripts": {"start": "node server.js",\n'
        b'  "dev": "NODE_ENV=x npm run build && nodemon src/a.ts"}}',
        "json+package",
    )
    assert keys(facts) == [("scripts.start", 2), ("scripts.dev", 3)]
    assert uses(facts) == [
        *(("entry", "./server.js"), ("entry", "node"), ("entry", "server.js")),
        *(("script", "build"), ("entry", "nodemon"), ("entry", "src/a.ts")),
    ]


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("python -m shop.web --port 1", [("module", "shop.web"), ("entry", "1")]),
        ("exec gunicorn -w 4 shop.wsgi:app", [("module", "shop.wsgi")]),
        ("celery -A shop.tasks worker", [("module", "shop.tasks")]),
        ("sh -c 'npm start'", [("script", "start")]),
        ("yarn serve", [("script", "serve")]),
        ("npm ci", []),
        ("dotnet /app/Shop.Api.dll", [("assembly", "Shop.Api")]),
        ("tini -- ./run.sh", [("entry", "./run.sh")]),
    ],
)
def test_what_a_command_starts(command, found):
    started = commands.starts(command)
    assert [one for one in started if one[0] != "entry"] == [one for one in found if one[0] != "entry"]
    assert {one for one in found if one[0] == "entry"} <= set(started)


@pytest.mark.parametrize(
    ("path", "dialect"),
    [
        ("src/main/resources/application-prod.yml", "yaml+settings"),
        ("config/database.yml", "yaml+settings"),
        ("src/Api/appsettings.Development.json", "json+settings"),
        ("config/default.json", "json+settings"),
        ("data/cities.json", ""),
        ("i18n/messages_de.properties", ""),
        ("app/.env.example", "dotenv"),
        ("Cargo.toml", "toml"),
    ],
)
def test_which_files_hold_settings(path, dialect):
    assert roles.dialect(path, by_name(path.rpartition("/")[2])[0]) == dialect


@given(
    st.text(alphabet=st.sampled_from("ab=:[]{}\"'\\#;\n\t ,.-\r/*é\ud800"), max_size=100),
    st.sampled_from(["toml", "ini", "properties", "dotenv", "json+settings"]),
)
def test_no_text_raises(text, dialect):
    reader = {"toml": toml_files, "json+settings": json_files}.get(dialect, line_settings)
    data = text.encode("utf-8", "replace")
    facts = reader.extract(data, dialect)
    assert all(0 <= d.start <= d.end <= len(data) for d in facts.declarations)
