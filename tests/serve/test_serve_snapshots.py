"""`xray graph serve-snapshots` as a process: a folder that changes, bounds, access by file, TLS, SIGHUP."""

from __future__ import annotations

import contextlib
import http.client
import json
import shutil
import signal
import ssl
import stat
import subprocess
import threading

import pytest
from msgspec import structs

from tests.serve.running import PROGRAM, Server, environment, run, until
from tests.serve.shop import FILES, build
from xray_graph.route import Catalog
from xray_graph.route.admission import Admission
from xray_graph.route.shelf import Shelf
from xray_graph.serve.snapshot_folder import SnapshotFolder
from xray_graph.snapshot import MapParts, Summary, open_map, seal, write_map


@pytest.fixture
def folder(two_maps, tmp_path):
    maps = tmp_path / "served"
    maps.mkdir()
    for file in two_maps.glob("*.graph.gz"):
        shutil.copy(file, maps)
    return maps


@contextlib.contextmanager
def serving(folder, *arguments, **variables):
    process = subprocess.Popen(
        [*PROGRAM, "serve-snapshots", "--json", "--addr", "127.0.0.1:0", "--mental-maps-dir", str(folder), *arguments],
        env=environment(**variables), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        assert line, f"the server ended with {process.wait(timeout=30)}"
        yield Server(process, json.loads(line))
    finally:
        process.kill()
        process.wait(timeout=30)
        process.stdout.close()


def labels(server):
    return [entry["label"] for entry in server.ask("/v1/maps").json["maps"]]


def test_questions_go_to_the_maps_that_are_near(folder):
    with serving(folder, "--mental-maps-route-fanout", "1") as server:
        assert labels(server) == ["shop", "weather"]
        reply = server.ask("/v1/search?q=temperature+at+a+weather+station").json
        (asked,) = reply["maps"]
        assert asked["label"] == "weather"
        assert asked["score"] > 0
        assert "near the question" in asked["reason"]
        reply = server.ask("/v1/search?q=add&hint=a+shop+that+sells+apples").json
        assert [one["label"] for one in reply["maps"]] == ["shop"]
        reply = server.ask("/v1/search?q=add&map=weather&map=shop").json
        assert [one["label"] for one in reply["maps"]] == ["weather", "shop"]
        assert server.stop() == 0


def test_the_folder_is_followed(folder, tmp_path):
    with serving(folder) as server:
        build(FILES, folder, "depot")
        until(lambda: labels(server) == ["depot", "shop", "weather"])
        (folder / "shop.graph.gz").unlink()
        until(lambda: labels(server) == ["depot", "weather"])
        (folder / "bad.graph.gz").write_bytes(b"no map")
        told = until(lambda: server.ask("/v1/rescan", method="POST").json)
        assert told["unusable"] == ["bad.graph.gz"]
        server.process.send_signal(signal.SIGHUP)
        assert server.ask("/healthz").status == 200
        assert server.stop() == 0


def test_maps_replaced_under_questions_fail_none(folder):
    """Two states of one map take turns on disk while several clients ask."""
    with open_map(folder / "shop.graph.gz") as map_:
        full = MapParts(map_.about, map_.graph, dict(map_.sources), map_.vectors, map_.words)
        about = structs.replace(map_.about, fingerprint="", dims=0, summary=Summary("A shop.", "readme"))
        plain = MapParts(about, map_.graph, dict(map_.sources), None, map_.words)
        failed: list[object] = []
        done = threading.Event()
        with serving(folder, "--mental-maps-memory-mib", "1") as server:

            def ask():
                while not done.is_set():
                    for path in (
                        "/v1/search?q=charge+the+cart&map=shop",
                        "/v1/search?q=forecast",
                        "/v1/maps",
                    ):
                        answer = server.ask(path)
                        if answer.status != 200 or not answer.json.get("results", answer.json.get("maps")):
                            failed.append(answer)

            clients = [threading.Thread(target=ask) for _ in range(4)]
            for client in clients:
                client.start()
            try:
                for turn in range(30):
                    write_map(folder / "shop.graph.gz", full if turn % 2 else plain)
            finally:
                done.set()
                for client in clients:
                    client.join()
    assert not failed


def test_maps_of_other_dimensions_are_not_served(folder):
    with serving(folder, "--embedding-dims", "128") as server:
        assert labels(server) == []
        assert server.ask("/v1/rescan", method="POST").json["unusable"] == [
            "shop.graph.gz",
            "weather.graph.gz",
        ]


def test_a_token_in_a_file(folder, tmp_path):
    file = tmp_path / "token"
    with serving(folder, "--token-file", str(file), "--new-token") as server:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        token = file.read_text().strip()
        assert len(token) > 30
        assert server.ask("/v1/maps").status == 401
        assert server.ask("/v1/maps", Authorization=f"Bearer {token}").status == 200
        assert token not in " ".join(server.process.args)
    with serving(folder, "--token-file", str(file), "--new-token") as server:
        assert file.read_text().strip() == token  # the one that is there is kept
    file.chmod(0o644)
    asked = ["serve-snapshots", "--mental-maps-dir", str(folder), "--token-file"]
    done = run(*asked, str(file))
    assert done.returncode == 4
    assert token not in done.stderr
    for bad, code in (("short", 2), ("", 2)):
        (tmp_path / "bad").write_text(bad)
        (tmp_path / "bad").chmod(0o600)
        assert run(*asked, str(tmp_path / "bad")).returncode == code
    assert run(*asked, str(tmp_path / "missing")).returncode == 2


def test_what_is_in_force_is_printed_without_secrets(folder):
    done = run(
        "serve-snapshots", "--mental-maps-dir", str(folder), "--print-config", "--json",
        XRAY_GRAPH_TOKEN="s3cret-s3cret", XRAY_MENTAL_MAPS_TTL_MIN="7",
    )  # fmt: skip
    config = json.loads(done.stdout)
    assert (config["token"], config["mental_maps_ttl_min"], config["addr"]) == (True, 7.0, "127.0.0.1:8085")
    assert "s3cret" not in done.stdout
    done = run("serve", "--print-config", "--json", str(folder))
    assert json.loads(done.stdout)["maps"] == ["shop", "weather"]


def test_a_folder_that_is_missing_ends_with_1(tmp_path):
    done = run("serve-snapshots", "--mental-maps-dir", str(tmp_path / "missing"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "missing" in done.stderr
    assert run("serve-snapshots").returncode == 2


def test_tls(folder, tmp_path):
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    with serving(folder, "--tls-cert", str(cert), "--tls-key", str(key)) as server:
        assert server.url.startswith("https://")
        context = ssl.create_default_context(cafile=str(cert))
        port = int(server.url.rpartition(":")[2])
        connection = http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=30)
        connection.request("GET", "/v1/maps")
        assert len(json.loads(connection.getresponse().read())["maps"]) == 2
        connection.close()
        done = run("search", "cart", "--server", server.url, SSL_CERT_FILE="")
        assert done.returncode == 1
        assert "self-signed" in done.stderr
        assert "SSL_CERT_FILE" in done.stderr
        done = run("search", "cart", "--server", server.url, "--json", SSL_CERT_FILE=str(cert))
        assert json.loads(done.stdout)["results"]
    asked = ["serve-snapshots", "--mental-maps-dir", str(folder)]
    assert run(*asked, "--tls-cert", str(cert)).returncode == 2
    done = run(*asked, "--addr", "127.0.0.1:0", "--tls-cert", str(cert), "--tls-key", str(tmp_path / "none"))
    assert done.returncode == 2
    assert "--tls-cert" in done.stderr


def test_a_sealed_map_needs_its_key_and_the_others_are_served_without(folder, tmp_path):
    secret, recipient = seal.generate()
    (tmp_path / "key").write_text(secret)
    with open_map(folder / "shop.graph.gz") as shop:
        write_map(folder / "shop.graph.gz", shop, recipients=[recipient])
    with serving(folder) as server:
        assert labels(server) == ["weather"]
    with serving(folder, "--snapshot-key", str(tmp_path / "key")) as server:
        assert labels(server) == ["shop", "weather"]
        assert server.ask("/v1/search?q=add&map=shop").json["results"]
    with serving(folder, XRAY_AGE_KEY_FILE=str(tmp_path / "key")) as server:
        assert labels(server) == ["shop", "weather"]


def test_the_warning_names_the_flag(folder, tmp_path, caplog):
    with open_map(folder / "shop.graph.gz") as shop:
        write_map(folder / "shop.graph.gz", shop, recipients=[seal.generate()[1]])
    SnapshotFolder(folder, Catalog(), Shelf(), Admission()).scan()
    assert "shop.graph.gz: not served" in caplog.text
    assert "--snapshot-key FILE" in caplog.text
