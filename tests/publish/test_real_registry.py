"""Against docker-registry and skopeo: what others store, copy and read of what we publish, and we of theirs."""

from __future__ import annotations

import base64
import json
import subprocess
import time

import pytest

from tests.conftest import real_part
from xray_graph.cli import run
from xray_graph.publish import certificates


def skopeo(*arguments):
    done = subprocess.run(
        [real_part("skopeo"), *map(str, arguments)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def xray(capsys, *arguments, code=0):
    capsys.readouterr()
    assert run(["graph", *map(str, arguments), "--json"]) == code
    out, err = capsys.readouterr()
    return json.loads(out) if code == 0 else err


@pytest.fixture
def guarded(docker_registry, tmp_path):
    """(host, CA file): a registry with TLS by an authority of its own, that knows ada and her password."""
    users = tmp_path / "users"
    made = subprocess.run([real_part("htpasswd"), "-Bbn", "ada", "secret"], capture_output=True, check=True)
    users.write_bytes(made.stdout)
    ca, ca_key, cert, key, asked, about = (
        tmp_path / n for n in ("ca.pem", "ca.key", "cert.pem", "key.pem", "csr.pem", "ext")
    )
    about.write_text("subjectAltName=IP:127.0.0.1\n")
    new = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    for command in (
        [*new, "-x509", "-days", "2", "-subj", "/CN=Our own authority", "-keyout", ca_key, "-out", ca],
        [*new, "-subj", "/CN=registry", "-keyout", key, "-out", asked],
        [
            "x509",
            "-req",
            "-days",
            "1",
            "-in",
            asked,
            "-CA",
            ca,
            "-CAkey",
            ca_key,
            "-CAcreateserial",
            "-extfile",
            about,
            "-out",
            cert,
        ],
    ):
        subprocess.run([real_part("openssl"), *map(str, command)], check=True, capture_output=True)
    return docker_registry(tls=(cert, key), users=users), ca


def test_published_read_copied_and_read_again(docker_registry, maps, tmp_path, capsys):
    host = docker_registry()
    told = xray(capsys, "publish", *maps, f"{host}/team/maps:1")
    digest = told["digest"]

    inspected = json.loads(skopeo("inspect", "--tls-verify=false", f"docker://{host}/team/maps:1"))
    assert inspected["Digest"] == digest
    assert inspected["Layers"] == [row["layer"] for row in told["maps"]]
    for architecture in ("amd64", "arm64"):
        config = json.loads(
            skopeo(
                "--override-arch",
                architecture,
                "inspect",
                "--config",
                "--tls-verify=false",
                f"docker://{host}/team/maps:1",
            )
        )
        assert (config["os"], config["architecture"]) == ("linux", architecture)

    # To a layout, to another place in the registry, and to another registry; the digest stays.
    copy = ["copy", "--all", "--preserve-digests", "--src-tls-verify=false"]
    skopeo(*copy, f"docker://{host}/team/maps:1", f"oci:{tmp_path / 'copied'}:1")
    assert xray(capsys, "pull", f"oci:{tmp_path / 'copied'}:1", tmp_path / "a")["digest"] == digest
    other = docker_registry()
    skopeo(
        *copy, "--dest-tls-verify=false", f"docker://{host}/team/maps:1", f"docker://{other}/mirror/maps:x"
    )
    assert xray(capsys, "pull", f"{other}/mirror/maps:x", tmp_path / "b")["digest"] == digest
    assert xray(capsys, "pull", f"{other}/mirror/maps@{digest}", tmp_path / "c")["digest"] == digest
    for folder in "abc":
        for file in maps:
            assert (tmp_path / folder / file.name).read_bytes() == file.read_bytes()


def test_our_layout_is_brought_to_a_registry_by_another_tool(docker_registry, maps, tmp_path, capsys):
    host = docker_registry()
    layout = tmp_path / "layout"
    digest = xray(capsys, "publish", *maps, f"{host}/team/maps:1", "--output", layout)["digest"]
    skopeo(
        "copy",
        "--all",
        "--preserve-digests",
        "--dest-tls-verify=false",
        f"oci:{layout}:1",
        f"docker://{host}/team/maps:1",
    )
    assert xray(capsys, "publish", *maps, f"{host}/team/maps:2")["blobs_sent"] == 0
    assert xray(capsys, "pull", f"{host}/team/maps:1", tmp_path / "got")["digest"] == digest


def test_a_changed_map_is_one_blob_and_a_configuration_a_platform(docker_registry, maps, tmp_path, capsys):
    host = docker_registry()
    xray(capsys, "publish", *maps, f"{host}/team/maps:1")
    maps[0].write_bytes(b"age-encryption.org/v1\nanother")
    told = xray(capsys, "publish", *maps, f"{host}/team/maps:2")
    assert (told["blobs_sent"], told["blobs_present"]) == (3, 1)


def test_tls_by_a_private_authority_and_a_password(guarded, maps, tmp_path, no_logins, capsys):
    host, ca = guarded
    where = f"{host}/team/maps:1"
    said = xray(capsys, "publish", *maps, where, code=1)
    assert "certificate" in said
    assert "--ca-file" in said
    assert "does not know who asks" in xray(capsys, "publish", *maps, where, "--ca-file", ca, code=4)

    skopeo(
        "login",
        "--tls-verify=false",
        "--authfile",
        no_logins / "auth.json",
        "-u",
        "ada",
        "-p",
        "secret",
        host,
    )
    (no_logins / ".docker").mkdir()
    (no_logins / "auth.json").rename(no_logins / ".docker" / "config.json")
    digest = xray(capsys, "publish", *maps, where, "--ca-file", ca)["digest"]
    assert xray(capsys, "pull", where, tmp_path / "got", "--ca-file", ca)["digest"] == digest

    # The same authority, named as other tools have it named.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(ca))
        assert xray(capsys, "pull", where, tmp_path / "by-variable")["digest"] == digest
    with pytest.MonkeyPatch.context() as patch:
        (tmp_path / "certs.d" / host).mkdir(parents=True)
        (tmp_path / "certs.d" / host / "ca.crt").write_bytes(ca.read_bytes())
        patch.setattr(certificates, "_FOLDERS", (str(tmp_path / "certs.d"),))
        assert xray(capsys, "pull", where, tmp_path / "by-folder")["digest"] == digest


def signed_token(folder, **claims):
    """(a JSON Web Token, the certificate that it is signed by), by openssl alone."""
    key, cert = folder / "token.key", folder / "token.pem"
    made = [
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=tokens",
        "-keyout",
        key,
        "-out",
        cert,
    ]
    subprocess.run([real_part("openssl"), *map(str, made)], check=True, capture_output=True)
    chain = "".join(line for line in cert.read_text().splitlines() if not line.startswith("-----"))
    parts = [json.dumps(part).encode() for part in ({"typ": "JWT", "alg": "RS256", "x5c": [chain]}, claims)]
    text = b".".join(base64.urlsafe_b64encode(part).rstrip(b"=") for part in parts)
    sign = [real_part("openssl"), "dgst", "-sha256", "-sign", str(key)]
    signature = subprocess.run(sign, input=text, check=True, capture_output=True).stdout
    return (text + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode(), cert


def test_a_registry_that_wants_tokens(docker_registry, small, maps, tmp_path, no_logins, capsys):
    """A real registry, and a server for tokens that gives one to ada and her password."""
    access = [{"type": "repository", "name": "team/maps", "actions": ["pull", "push"]}]
    now = int(time.time())
    token, cert = signed_token(
        tmp_path,
        iss="tests",
        aud="maps",
        sub="ada",
        nbf=now - 60,
        iat=now,
        exp=now + 600,
        jti="1",
        access=access,
    )
    tokens = small(token=token, token_for="ada:secret")
    host = docker_registry(tokens=(f"http://{tokens.host}/token", cert))
    assert "does not know who asks" in xray(capsys, "publish", *maps, f"{host}/team/maps:1", code=4)
    (no_logins / ".docker").mkdir()
    (no_logins / ".docker" / "config.json").write_text(
        json.dumps({"auths": {host: {"username": "ada", "password": "secret"}}})
    )
    digest = xray(capsys, "publish", *maps, f"{host}/team/maps:1")["digest"]
    assert xray(capsys, "pull", f"{host}/team/maps:1", tmp_path / "got")["digest"] == digest
    said = xray(capsys, "publish", *maps, f"{host}/team/other:1", code=4)
    assert "does not" in said


def test_signed_where_there_is_no_list_of_what_is_attached(docker_registry, maps, tmp_path, capsys):
    host = docker_registry()
    subprocess.run(
        [real_part("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / "key")], check=True
    )
    (tmp_path / "sbom.json").write_text('{"bomFormat": "CycloneDX", "specVersion": "1.6"}')
    publish = [
        "publish",
        *maps,
        f"{host}/team/maps:1",
        "--sign-key",
        tmp_path / "key",
        "--sbom",
        tmp_path / "sbom.json",
    ]
    digest = xray(capsys, *publish)["digest"]
    pull = ["pull", f"{host}/team/maps:1", tmp_path / "got", "--verify-key", tmp_path / "key.pub"]
    assert xray(capsys, *pull)["verified"]
    listed = json.loads(
        skopeo(
            "inspect", "--raw", "--tls-verify=false", f"docker://{host}/team/maps:{digest.replace(':', '-')}"
        )
    )
    assert sorted(entry["artifactType"] for entry in listed["manifests"]) == [
        "application/vnd.cyclonedx+json",
        "application/vnd.xray-graph.signature.v1",
    ]


def test_two_builds_of_one_commit_give_one_digest(docker_registry, repo, tmp_path, capsys):
    host = docker_registry()
    digests = set()
    for name in ("here", "there"):
        root = repo({"a.py": "def f():\n    return g()\n\n\ndef g():\n    return 1\n"}, name=name, git=True)
        xray(capsys, "build", root, "-o", tmp_path / f"maps-{name}", "--name", "shop")
        told = xray(
            capsys, "publish", tmp_path / f"maps-{name}" / "shop.graph.gz", f"{host}/team/maps:{name}"
        )
        digests.add(told["digest"])
    assert len(digests) == 1
