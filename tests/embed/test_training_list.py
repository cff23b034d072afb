"""What the model was trained on: permissive, named with versions, and nothing that it is judged by."""

from __future__ import annotations

import csv
import importlib.util
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks" / "embedder"
LANGUAGES = {"pypi", "npm", "deb", "deb-src"}
# Who may not be trained on: what is judged, what is left to others, what the model is measured on.
JUDGED = """
    cobra runc lo bbolt PyCG click hono axios gson leveldb memchr guzzle rake newtonsoft-json aho-corasick
    microservices-demo express libuv flask kubernetes etcd prometheus grafana hugo caddy gin traefik consul httpx
    requests pandas scikit-learn fastapi celery vue react angular svelte next.js nest lodash jsoup guava
    spring-framework okhttp junit5 redis sqlite curl nginx git yaml-cpp fmt protobuf regex tokio serde ripgrep
    Newtonsoft.Json Dapper Serilog PHP-Parser symfony laravel composer rack rails sinatra jekyll
"""
PACKAGED = [
    "golang-github-spf13-cobra-dev",
    "golang-k8s-api-dev",
    "golang-github-prometheus-common-dev",
    "librust-tokio-util-dev",
    "librust-serde-json-dev",
    "librust-regex-syntax-dev",
    "librust-aho-corasick-dev",
    "ruby-rack",
    "ruby-rack-test",
    "ruby-actionpack",
    "php-guzzlehttp-psr7",
    "php-symfony-console",
    "php-illuminate-database",
    "libgson-java",
    "libguava-java",
    "libspring-core-java",
    "junit5",
    "@nestjs/core",
    "@vue/shared",
    "@angular/core",
    "react-dom",
    "lodash-es",
    "next",
    "svelte",
    "redis-py",
    "pytest-flask",
    "@hono/zod",
    "python-git",
    "sqlite3",
    "nginx-common",
    "libcurl4",
    "setuptools",
    "golang-etcd-server-dev",
    "ruby-activerecord",
]


def module(name: str):
    spec = importlib.util.spec_from_file_location(f"embedder_{name}", FOLDER / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def rows():
    with (FOLDER / "packages.tsv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, dialect="excel-tab"))


def bare(package: str) -> str:
    return package.removesuffix("-dev").removesuffix("-java")


def test_every_package_has_a_version_and_a_permissive_licence(rows):
    permissive = module("fetch").is_permissive
    assert len(rows) > 1000
    assert {row["registry"] for row in rows} == LANGUAGES
    assert [row for row in rows if not row["version"] or not permissive(row["licence"])] == []
    assert len({(row["registry"], row["package"]) for row in rows}) == len(rows)


@pytest.mark.parametrize(
    "licence", ["GPL-2+", "LGPL-2.1", "MPL-2.0", "AGPL-3.0", "proprietary", "", "EPL-2.0", "MIT AND GPL-3"]
)
def test_other_licences_are_refused(licence):
    assert not module("fetch").is_permissive(licence)


@pytest.mark.parametrize(
    ("text", "licence"),
    [
        ("Files: *\nLicense: ISC\n\nFiles: debian/*\nLicense: GPL-2+", "ISC"),
        ("Copyright 1999\n Permission is hereby granted, free of\n charge, to any person", "Expat"),
        ("Redistribution and use in source and\nbinary forms, with or without", "BSD-3-Clause"),
        ("Permission is hereby granted, free of charge\n\nsome files: GNU General Public License", ""),
        ("Files: *\nCopyright: nobody", ""),
    ],
)
def test_a_licence_is_read_as_the_package_states_it(text, licence):
    assert module("fetch")._of_debian(text) == licence


@pytest.mark.parametrize(
    ("said", "text", "licence"),
    [
        ("MIT", "", "MIT"),
        ({"type": "ISC"}, "", "ISC"),
        (None, "Permission is hereby granted, free of charge", "Expat"),
        ("SEE LICENSE IN LICENSE", "Permission is hereby granted, free of charge", "Expat"),
        (None, "GNU General Public License; permission is hereby granted, free of charge", ""),
        (None, "", ""),
        (None, None, ""),
    ],
)
def test_a_licence_that_a_manifest_does_not_say_is_read_from_its_file(tmp_path, said, text, licence):
    if text is not None:
        (tmp_path / "LICENSE").write_text(text, encoding="utf-8")
    assert module("fetch")._of_npm(said, tmp_path) == licence


def test_nothing_that_is_judged_is_in_the_list(rows):
    is_forbidden = module("hygiene").is_forbidden
    assert [row["package"] for row in rows if is_forbidden(bare(row["package"]))] == []


# What is published under a name of its own from the repository of something that is judged.
PARTS = """
    librust-globset-dev librust-grep-searcher-dev librust-ignore-dev ruby-actionview ruby-activemodel
    ruby-activejob ruby-railties zone.js mockwebserver librust-clap-lex-dev @vue/reactivity @trpc/server
"""


@pytest.mark.parametrize("name", [*JUDGED.split(), *map(bare, (*PACKAGED, *PARTS.split()))])
def test_the_rule_knows_what_is_judged(name):
    assert module("hygiene").is_forbidden(name)


@pytest.mark.parametrize(
    "path",
    [
        "src/_vendor/requests/api.py",
        "lib/third_party/zlib/a.c",
        "a/regex/b.go",
        "ext/sqlite3.c",
        "tests/a.py",
    ],
)
def test_copies_of_other_projects_are_left_out(path):
    assert module("hygiene").is_apart(path)
