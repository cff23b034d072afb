"""A live map of a repository whose files mount each other's routers: each edit gives what a build gives."""

from __future__ import annotations

import itertools

import pytest

from tests.update.comparing import assert_is_a_build, living

FILES = {
    "app.py": "from flask import Flask\nimport users\napp = Flask(__name__)\n"
    'app.register_blueprint(users.bp, url_prefix="/a")\n',
    "users.py": "import os\nfrom flask import Blueprint\nbp = Blueprint('u', __name__)\n"
    "@bp.get('/x')\ndef show():\n    q('SELECT * FROM users')\n    return os.getenv('PORT')\n",
    "schema.sql": "CREATE TABLE users (id int);\n",
    ".env.example": "PORT=1\n",
    "main.go": 'package main\n\nimport "net/http"\n\nfunc main() {\n\thttp.HandleFunc("/go", home)\n}\n',
    "home.go": 'package main\n\nimport "net/http"\n\nfunc home(w http.ResponseWriter, r *http.Request) {}\n',
    "server.js": "const express = require('express');\nconst r = require('./routes');\n"
    "const app = express();\napp.use('/js', r);\n",
    "routes.js": "const r = require('express').Router();\nr.get('/y', (a, b) => {});\nmodule.exports = r;\n",
}
EDITS = {
    "another prefix": ("app.py", '"/a"', '"/b"'),
    "no prefix": ("app.py", "app.register", "app.unregister"),
    "another path": ("users.py", "'/x'", "'/z'"),
    "another handler": ("users.py", "def show", "def shown"),
    "no endpoint": ("users.py", "@bp.get", "@no.get"),
    "another table": ("users.py", "FROM users", "FROM carts"),
    "no table": ("schema.sql", "users", "carts"),
    "another variable": (".env.example", "PORT", "HOST"),
    "another variable is read": ("users.py", "'PORT'", "'HOST'"),
    "the body of a function": ("main.go", '"/go"', '"/gone"'),
    "a handler is gone": ("home.go", "func home", "func other"),
    "a router that is mounted elsewhere": ("server.js", "'/js'", "'/ts'"),
    "an export": ("routes.js", "module.exports = r", "module.exports = null"),
}


@pytest.fixture
def live(repo):
    with living(repo(FILES)) as live:
        assert_is_a_build(live)
        yield live


def edit(live, name, *, back=False):
    path, old, new = EDITS[name]
    place = live.root / path
    text = place.read_text()
    assert (new if back else old) in text
    place.write_text(text.replace(new, old) if back else text.replace(old, new))
    live.update([str(place)])


def endpoints(live):
    graph = live.version.map.graph
    return {graph.symbol(i) for i in range(len(graph)) if graph.kind(i) == "endpoint"}


def test_every_edit_is_a_build_and_so_is_taking_it_back(live):
    for name in EDITS:
        edit(live, name)
        assert_is_a_build(live)
        edit(live, name, back=True)
        assert_is_a_build(live)


def test_edits_on_edits(live):
    for first, second in itertools.pairwise(
        ("another prefix", "another path", "no table", "a handler is gone")
    ):
        edit(live, first)
        edit(live, second)
        edit(live, second, back=True)
    assert_is_a_build(live)


def test_a_route_follows_the_file_that_mounts_it(live):
    assert endpoints(live) == {"GET /a/x", "ANY /go", "GET /js/y"}
    edit(live, "another prefix")
    edit(live, "a router that is mounted elsewhere")
    assert endpoints(live) == {"GET /b/x", "ANY /go", "GET /ts/y"}
    (live.root / "app.py").unlink()
    live.update([str(live.root / "app.py")])
    assert endpoints(live) == {"GET /x", "ANY /go", "GET /ts/y"}
    assert_is_a_build(live)
