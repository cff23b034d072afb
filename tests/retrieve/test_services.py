"""The catalogue: which services there are, from which sources, and what each file states of them."""

from __future__ import annotations

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.errors import NotFoundError, UsageError
from xray_graph.retrieve import services
from xray_graph.retrieve.drawings import dot, mermaid
from xray_graph.snapshot import Map

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
spec:
  template:
    metadata:
      labels: {{app: {name}}}
    spec:
      containers:
        - image: {image}
          ports: [{{containerPort: {port}}}]
          envFrom: [{{secretRef: {{name: keys}}}}]
          env:
            - {{name: OTHER, value: "{other}"}}
---
apiVersion: v1
kind: Service
metadata: {{name: {name}}}
spec:
  selector: {{app: {name}}}
  ports: [{{port: 80}}]
"""
FILES = {
    "k8s/web.yaml": DEPLOYMENT.format(name="web", image="web", port=8080, other="cart:80"),
    "k8s/cart.yaml": DEPLOYMENT.format(name="cart", image="cart", port=7070, other="redis.example.org:6379"),
    "release/all.yaml": DEPLOYMENT.format(name="web", image="ghcr.io/shop/web:1.2", port=8080, other="x"),
    "other/web.yaml": DEPLOYMENT.format(name="web", image="nginx:1", port=80, other="x"),
    "skaffold.yaml": "apiVersion: skaffold/v3\nkind: Config\nbuild:\n  artifacts:\n"
    "    - {image: web, context: src/web}\n    - {image: cart, context: src/cart}\n",
    "src/web/Dockerfile": 'FROM node:22\nWORKDIR /app\nEXPOSE 8080\nCMD ["node", "server.js"]\n',
    "src/web/server.js": """\
const app = require('express')()
app.get('/carts/:id', (req, res) => db.query('SELECT * FROM carts'))
app.listen(process.env.PORT)
""",
    "src/web/test/server.test.js": "process.env.NOT_OF_THE_SERVICE\n",
    "src/web/.env.example": "PORT=8080\n",
    "src/cart/main.go": 'package main\n\nimport "os"\n\nfunc main() { os.Getenv("PORT") }\n',
    "src/tools/tool.go": 'package main\n\nimport "os"\n\nfunc main() { os.Getenv("NOBODY") }\n',
    "src/cart/Dockerfile": "FROM golang:1.24 AS build\nFROM scratch\nCOPY --from=build /c /c\n",
    "compose.yaml": "services:\n  web:\n    build: src/web\n    depends_on: [db]\n  db:\n    image: postgres:16\n",
    ".github/CODEOWNERS": "* @all\n/src/web/ @shop/web\nsrc/* @nobody\n",
}


@pytest.fixture
def shop(repo):
    built = pipeline.build(repo(FILES), BuildSettings(name="shop", embed=EmbedSettings(embedder="none")))
    assert built.parts.graph.lint() == []
    return Map.of(built.parts)


def values(facts):
    return sorted({fact.value for fact in facts})


def test_sources_of_one_name_and_image_are_one_service(shop):
    found = [(one.name, [source.path for source in one.sources]) for one in services(shop).services]
    assert found == [
        ("cart", ["k8s/cart.yaml"]),
        ("db", ["compose.yaml"]),
        ("web", ["compose.yaml", "k8s/web.yaml", "release/all.yaml"]),
        ("web", ["other/web.yaml"]),
    ]


def test_each_fact_says_where_it_stands(shop):
    web = services(shop, "web").services[0]
    assert values(web.images) == ["ghcr.io/shop/web:1.2", "web"]
    assert values(web.built_from) == ["src/web/Dockerfile"]
    assert values(web.starts) == ["src/web/server.js"]
    assert values(web.ports) == ["80", "8080"]
    assert values(web.depends_on) == ["cart", "db"]
    assert values(web.secrets) == ["keys"]
    assert values(web.owners) == ["@shop/web"]
    assert values(web.tables) == ["carts"]
    assert values(web.endpoints) == ["GET /carts/:id"]
    assert values(web.config) == ["PORT"]
    assert [(f.path, f.line) for f in web.endpoints] == [("src/web/server.js", 2)]
    assert [(f.path, f.line) for f in web.depends_on] == [("k8s/web.yaml", 15), ("compose.yaml", 4)]


def test_a_go_package_without_a_main_go_is_what_is_started(repo):
    files = {
        "k8s/cart.yaml": DEPLOYMENT.format(name="cart", image="cart", port=7070, other="x"),
        "skaffold.yaml": "apiVersion: skaffold/v3\nkind: Config\nbuild:\n  artifacts:\n"
        "    - {image: cart, context: src/cart}\n",
        "src/cart/server.go": "package main\n\nfunc main() {}\n",
        "src/cart/Dockerfile": "FROM golang:1.24 AS build\nCOPY . .\nRUN go build -o /cart .\n"
        'FROM scratch\nCOPY --from=build /cart /cart\nENTRYPOINT ["/cart"]\n',
    }
    built = pipeline.build(repo(files), BuildSettings(name="shop", embed=EmbedSettings(embedder="none")))
    (cart,) = services(Map.of(built.parts)).services
    assert [(fact.value, fact.path, fact.line) for fact in cart.starts] == [
        ("src/cart", "src/cart/Dockerfile", 6)
    ]


def test_code_is_of_the_service_that_is_built_from_its_folder(shop):
    cart, _, web, other = services(shop).services
    assert [(f.value, f.path, f.line) for f in cart.config] == [("PORT", "src/cart/main.go", 5)]
    assert values(cart.tables) == values(other.endpoints) == []
    assert "NOBODY" not in {fact.value for one in (cart, web, other) for fact in one.config}


def test_the_catalogue_can_be_drawn(shop):
    assert services(shop, drawing="mermaid").drawing == (
        'flowchart LR\n  s0["cart"]\n  s1["db"]\n  s2["web (compose.yaml)"]\n  s3["web (other/web.yaml)"]\n'
        "  s2 --> s0\n  s2 --> s1\n"
    )
    assert '"web (compose.yaml)" -> "cart";' in services(shop, drawing="dot").drawing


def test_labels_of_a_drawing_are_data():
    names = ['a"]; x["b', "`c` <d>", 'back\\slash "quoted"']
    assert mermaid(names, []).splitlines()[1:] == [
        '  s0["a#34;#93;#59; x#91;#34;b"]',
        '  s1["#96;c#96; #60;d#62;"]',
        '  s2["back#92;slash #34;quoted#34;"]',
    ]
    assert dot("a", names, []).splitlines()[2:-1] == [
        '  "a\\"]; x[\\"b";',
        '  "`c` <d>";',
        '  "back\\\\slash \\"quoted\\"";',
    ]


def test_pages_follow_each_other(shop):
    first = services(shop, limit=2)
    assert [one.name for one in first.services] == ["cart", "db"]
    assert [one.name for one in services(shop, limit=2, cursor=first.next).services] == ["web", "web"]


def test_what_is_not_there_is_told(shop):
    with pytest.raises(NotFoundError) as told:
        services(shop, "wbe")
    assert told.value.nearest == ("cart", "db", "web")
    with pytest.raises(UsageError):
        services(shop, drawing="png")


def test_code_is_found_in_the_folder_that_is_built(repo):
    files = {
        "compose.yaml": "services:\n  web:\n    build: {context: ., dockerfile: docker/Dockerfile}\n"
        "    environment: {CART: 'cart:80'}\n  cart:\n    build: cart\n",
        "docker/Dockerfile": "FROM python:3.13\n",
        "app.py": "import os\nos.environ['ROOT']\n",
        "cart/Dockerfile": "FROM python:3.13\n",
        "cart/cart.py": "import os\nos.environ['CART']\n",
    }
    built = pipeline.build(repo(files), BuildSettings(name="shop", embed=EmbedSettings(embedder="none")))
    cart, web = services(Map.of(built.parts)).services
    assert (values(web.config), values(cart.config)) == (["ROOT"], ["CART"])
    assert values(web.depends_on) == ["cart"]
