"""Compose files: services with their ports, whatever form they are written in."""

from __future__ import annotations

from xray_graph.parse.documents import yaml_files

FILE = b"""\
services:
  web:
    image: shop/web:1
    build: {context: web, dockerfile: prod.Dockerfile}
    ports: ["8080:80", "127.0.0.1:9000:9000/udp", {target: 443}]
    profiles: [all]
    env_file: [.env.example]
    extends: {file: base.yaml, service: web}
"""


def test_a_service_and_what_it_names():
    facts = yaml_files.extract(FILE, "yaml+compose")
    (web,) = facts.declarations
    assert (web.kind, web.name, web.line, web.end_line) == ("service", "Service/web", 2, 8)
    assert web.attributes == ("port=80", "port=9000", "port=443", "profile=all")
    uses = [(r.kind, facts.strings[facts.expressions[r.expression][1]]) for r in facts.references]
    assert uses == [
        ("image", "shop/web:1"),
        ("build", "web|prod.Dockerfile"),
        ("built", "shop/web:1|web|prod.Dockerfile"),
        ("service", "base.yaml|web"),
    ]
    assert [(i.module, i.kind) for i in facts.imports] == [
        ("base.yaml", "extends"),
        (".env.example", "env_file"),
    ]


def test_services_of_another_form_are_none():
    assert not yaml_files.extract(b"services: [a, b]\n").declarations
    assert not yaml_files.extract(b"services:\n  mail: {host: x}\n").declarations
