"""Who we are: Docker's and Podman's files, and the programs that they name."""

from __future__ import annotations

import base64
import json
import os

import pytest

from xray_graph.errors import AccessError, UsageError, XrayError
from xray_graph.publish import parse_reference
from xray_graph.publish.credentials import Credentials, find

HERE = parse_reference("r.example.com:5000/team/maps:1")


def entry(user="ada", password="s:ecret"):
    return {"auth": base64.b64encode(f"{user}:{password}".encode()).decode()}


@pytest.fixture
def docker(no_logins, monkeypatch):
    """`docker(config)` writes the user's Docker configuration."""

    def write(config, path=".docker/config.json"):
        file = no_logins / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(config if isinstance(config, str) else json.dumps(config))
        return file

    return write


@pytest.fixture
def program(tmp_path, monkeypatch):
    """`program("desk", script)` puts docker-credential-desk on the PATH."""

    def write(name, script):
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        file = folder / f"docker-credential-{name}"
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
        return folder

    return write


def test_nobody():
    assert not find(HERE)


@pytest.mark.parametrize(
    "key",
    [
        "r.example.com:5000",
        "https://r.example.com:5000",
        "https://r.example.com:5000/v2/",
        "r.example.com:5000/team",
    ],
)
def test_an_entry_under_each_way_to_write_a_registry(docker, key):
    docker({"auths": {"other.example.com": entry("eve"), key: entry()}})
    assert find(HERE) == Credentials("ada", "s:ecret")


def test_another_registry_gets_nothing(docker):
    docker(
        {
            "auths": {
                "r.example.com": entry(),
                "r.example.com:5000/teams": entry(),
                "example.com:5000": entry(),
            }
        }
    )
    assert not find(HERE)


def test_the_narrowest_entry_wins(docker):
    docker({"auths": {"r.example.com:5000": entry("all"), "r.example.com:5000/team": entry("team")}})
    assert find(HERE).user == "team"


def test_tokens(docker):
    docker({"auths": {HERE.registry: {"identitytoken": "it"}}})
    assert find(HERE) == Credentials(identity_token="it")
    docker({"auths": {HERE.registry: {"registrytoken": "rt"}}})
    assert find(HERE) == Credentials(registry_token="rt")


def test_the_order_of_files(docker, tmp_path, monkeypatch):
    docker({"auths": {HERE.registry: entry("podman")}}, ".config/containers/auth.json")
    assert find(HERE).user == "podman"
    docker({"auths": {HERE.registry: entry("home")}})
    assert find(HERE).user == "home"
    (tmp_path / "config.json").write_text(json.dumps({"auths": {HERE.registry: entry("named")}}))
    monkeypatch.setenv("DOCKER_CONFIG", str(tmp_path))
    assert find(HERE).user == "named"
    monkeypatch.setenv(
        "REGISTRY_AUTH_FILE", str(docker({"auths": {HERE.registry: entry("file")}}, "auth.json"))
    )
    assert find(HERE).user == "file"


def test_the_hub_is_known_by_its_old_name(docker):
    docker({"auths": {"https://index.docker.io/v1/": entry("hub")}})
    assert find(parse_reference("docker.io/team/maps")).user == "hub"


def test_a_program_for_one_registry(docker, program):
    """It gets the registry on standard input and prints JSON."""
    program(
        "desk",
        'read host; test "$1" = get && printf \'{"ServerURL":"%s","Username":"%s","Secret":"s"}\' "$host" "$host"',
    )
    docker({"credHelpers": {HERE.registry: "desk"}, "auths": {HERE.registry: entry("other")}})
    assert find(HERE) == Credentials(HERE.registry, "s")


def test_the_store_of_all(docker, program):
    program("box", 'printf \'{"Username":"<token>","Secret":"it"}\'')
    docker({"credsStore": "box", "auths": {HERE.registry: {}}})
    assert find(HERE) == Credentials(identity_token="it")


def test_a_store_that_has_none_means_nobody(docker, program):
    program("box", "echo credentials not found in native keychain; exit 1")
    docker({"credsStore": "box"})
    assert not find(HERE)


def test_a_program_that_fails_is_named_with_its_reason(docker, program):
    program("box", "echo the keyring is locked >&2; exit 1")
    docker({"credsStore": "box"})
    with pytest.raises(AccessError, match="keyring is locked") as caught:
        find(HERE)
    assert caught.value.where == "docker-credential-box"


def test_a_program_that_is_not_there(docker):
    file = docker({"credHelpers": {HERE.registry: "nowhere-to-be-found"}})
    with pytest.raises(XrayError, match="cannot be started") as caught:
        find(HERE)
    assert str(file) in caught.value.hint


@pytest.mark.parametrize("name", ["../evil", "a b", "", "-x", "x;y"])
def test_a_name_that_is_none_of_a_program(docker, name):
    docker({"credHelpers": {HERE.registry: name}})
    with pytest.raises(UsageError, match="no credential program"):
        find(HERE)


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"auths": 1}', '{"auths": {"r.example.com:5000": {"auth": "%%%"}}}', "[" * 100_000]
)
def test_a_damaged_file_is_named(docker, text):
    file = docker(text)
    with pytest.raises(UsageError) as caught:
        find(HERE)
    assert caught.value.where == str(file)


def test_no_secret_in_what_is_printed():
    assert "s3" not in repr(Credentials("ada", "s3", "s3", "s3"))
