"""Two maps to publish, registries to publish to, and nobody's own logins."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time

import pytest

from tests.conftest import real_part
from tests.publish.small_registry import SmallRegistry
from tests.snapshot.maps import parts
from xray_graph.snapshot import About, StoredRepository, write_map


@pytest.fixture(autouse=True)
def no_logins(tmp_path_factory, monkeypatch):
    home = tmp_path_factory.mktemp("home")
    for name in (
        "REGISTRY_AUTH_FILE",
        "DOCKER_CONFIG",
        "XDG_RUNTIME_DIR",
        "XDG_CONFIG_HOME",
        "SSL_CERT_FILE",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("HOME", str(home))
    return home


def about(label, commit="c0ffee", created=1700000000, dirty=False):
    stored = StoredRepository(label, commit, "main", dirty, created)
    return About(label=label, repositories=(stored,), created=created, tool="xray-graph 0.1.0")


@pytest.fixture
def maps(tmp_path):
    """Two snapshots, `shop` and `web`."""
    files = []
    for label in ("shop", "web"):
        file = tmp_path / "maps" / f"{label}.graph.gz"
        file.parent.mkdir(exist_ok=True)
        write_map(file, parts(about=about(label), vectors=None))
        files.append(file)
    return files


@pytest.fixture
def small():
    """`small(basic="ada:secret")`: a registry of ours with such faults."""
    with contextlib.ExitStack() as opened:

        def start(**faults):
            registry = SmallRegistry(**faults)
            opened.callback(registry.close)
            return registry

        yield start


@pytest.fixture
def docker_registry(tmp_path):
    """`docker_registry()` → host:port of a docker-registry; `docker_registry(tls=(cert, key), users=file)`."""
    program = real_part("docker-registry")
    with contextlib.ExitStack() as opened:

        def start(tls=None, users=None, tokens=None):
            with socket.socket() as found:
                found.bind(("127.0.0.1", 0))
                port = found.getsockname()[1]
            folder = tmp_path / f"registry-{port}"
            folder.mkdir()
            config = [
                "version: 0.1",
                f"storage: {{filesystem: {{rootdirectory: {folder}}}}}",
                "http:",
                f"  addr: 127.0.0.1:{port}",
            ]
            if tls:
                config += ["  tls:", f"    certificate: {tls[0]}", f"    key: {tls[1]}"]
            if users:
                config += ["auth:", "  htpasswd:", "    realm: maps", f"    path: {users}"]
            if tokens:  # (realm, certificate of who signs them)
                config += [
                    "auth:",
                    "  token:",
                    f"    realm: {tokens[0]}",
                    "    service: maps",
                    "    issuer: tests",
                ]
                config += [f"    rootcertbundle: {tokens[1]}"]
            (folder / "config.yml").write_text("\n".join(config) + "\n")
            process = subprocess.Popen(
                [program, "serve", str(folder / "config.yml")],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            opened.callback(process.wait)
            opened.callback(process.terminate)
            opened.callback(shutil.rmtree, folder, ignore_errors=True)
            _wait_for(port, process)
            return f"127.0.0.1:{port}"

        yield start


def _wait_for(port, process):
    for _ in range(1000):
        assert process.poll() is None, "docker-registry ended"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.02)
    pytest.fail("docker-registry does not answer")
