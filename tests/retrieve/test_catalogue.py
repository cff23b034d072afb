"""The catalogue of a shop in the shape of a microservice demonstration: every way in which it is deployed.

One service a language, each with its manifest, the same again in a release file and below a kustomization; one
build file says which image is built from which folder. What is expected stands here as the files state it.
"""

from __future__ import annotations

import pytest

from xray_graph import pipeline
from xray_graph.config import BuildSettings, EmbedSettings
from xray_graph.retrieve import services
from xray_graph.snapshot import Map

# name: image, port of the container, variables
STATED = {
    "frontend": (
        "frontend",
        8080,
        {
            "CATALOG_ADDR": "catalog:3550",
            "CART_ADDR": "cart:7070",
            "BANNER": "blue",
            "MAIL": "mail.example.org:25",
        },
    ),
    "catalog": ("catalog", 3550, {"PORT": "3550"}),
    "cart": ("cart", 7070, {"REDIS_ADDR": "redis-cart:6379"}),
    "checkout": (
        "checkout",
        5050,
        {"CART_ADDR": "cart:7070", "EMAIL_ADDR": "email:5000", "CATALOG_ADDR": "catalog:3550"},
    ),
    "email": ("email", 8080, {}),
    "redis-cart": ("redis:alpine", 6379, {}),
}
BUILT = {
    "frontend": "src/frontend",
    "catalog": "src/catalog",
    "cart": "src/cart/src",
    "checkout": "src/checkout",
    "email": "src/email",
}
SERVICE_PORTS = {
    "frontend": 80,
    "catalog": 3550,
    "cart": 7070,
    "checkout": 5050,
    "email": 5000,
    "redis-cart": 6379,
}
DEPENDS = {
    "frontend": {"catalog", "cart"},
    "cart": {"redis-cart"},
    "checkout": {"cart", "email", "catalog"},
}


def manifest(name, image):
    _, port, variables = STATED[name]
    env = "".join(
        f'            - name: {key}\n              value: "{value}"\n' for key, value in variables.items()
    )
    return f"""\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
spec:
  selector:
    matchLabels:
      app: {name}
  template:
    metadata:
      labels:
        app: {name}
    spec:
      serviceAccountName: {name}
      containers:
        - name: server
          image: {image}
          ports:
            - containerPort: {port}
{"          env:" + chr(10) + env if env else ""}---
apiVersion: v1
kind: Service
metadata:
  name: {name}
spec:
  selector:
    app: {name}
  ports:
    - name: grpc
      port: {SERVICE_PORTS[name]}
      targetPort: {port}
"""


def repository():
    files = {f"manifests/{name}.yaml": manifest(name, image) for name, (image, _, _) in STATED.items()}
    released = {
        name: image if ":" in image else f"registry.example.org/shop/{image}:v1"
        for name, (image, _, _) in STATED.items()
    }
    files["release/manifests.yaml"] = "---\n".join(manifest(name, image) for name, image in released.items())
    for name, image in released.items():
        files[f"kustomize/base/{name}.yaml"] = manifest(name, image)
    files["kustomize/base/kustomization.yaml"] = "resources:\n" + "".join(
        f"  - {name}.yaml\n" for name in STATED
    )
    files["skaffold.yaml"] = "apiVersion: skaffold/v3\nkind: Config\nbuild:\n  artifacts:\n" + "".join(
        f"    - image: {name}\n      context: {folder}\n" for name, folder in BUILT.items()
    )
    for name, folder in BUILT.items():
        files[f"{folder}/Dockerfile"] = f"FROM base\nEXPOSE {STATED[name][1]}\n"
    files["src/frontend/main.go"] = (
        "package main\n\n"
        'import (\n\t"net/http"\n\t"os"\n)\n\n'
        "func home(w http.ResponseWriter, r *http.Request) {}\n\n"
        'func main() {\n\tos.Getenv("CATALOG_ADDR")\n\thttp.HandleFunc("/", home)\n}\n'
    )
    files["src/email/server.py"] = 'import os\nSENDER = os.environ["SENDER"]\n'
    return files


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    from xray_graph import testing

    root = testing.repo(repository(), tmp_path_factory.mktemp("shop"))
    built = pipeline.build(root, BuildSettings(name="shop", embed=EmbedSettings(embedder="none")))
    assert built.parts.graph.lint() == []
    return {one.name: one for one in services(Map.of(built.parts)).services}


def of(facts):
    return {fact.value for fact in facts}


def test_each_service_is_one(shop):
    assert set(shop) == set(STATED)
    for name, one in shop.items():
        assert {source.path for source in one.sources} == {
            *(f"manifests/{name}.yaml", "release/manifests.yaml", f"kustomize/base/{name}.yaml"),
        }


@pytest.mark.parametrize("name", STATED)
def test_what_its_files_state(shop, name):
    one, (image, port, _) = shop[name], STATED[name]
    assert of(one.images) == {image} | (
        {f"registry.example.org/shop/{image}:v1"} if ":" not in image else set()
    )
    assert of(one.built_from) == ({f"{BUILT[name]}/Dockerfile"} if name in BUILT else set())
    assert of(one.ports) == {str(port), str(SERVICE_PORTS[name])}
    assert of(one.depends_on) == DEPENDS.get(name, set())


def test_dependencies_stand_where_the_address_does(shop):
    lines = {(fact.value, fact.path, fact.line) for fact in shop["frontend"].depends_on}
    text = manifest("frontend", "frontend").splitlines()
    assert ("cart", "manifests/frontend.yaml", text.index('              value: "cart:7070"') + 1) in lines
    assert len(lines) == 2 * 3  # in each of the files that deploy it


def test_what_the_code_of_each_says(shop):
    assert of(shop["frontend"].endpoints) == {"ANY /"}
    assert of(shop["frontend"].config) == {"CATALOG_ADDR"}
    assert of(shop["email"].config) == {"SENDER"}
    assert not shop["cart"].endpoints
