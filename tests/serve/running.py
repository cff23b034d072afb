"""Real servers for the tests of this folder: our program as a child, on a free port of loopback."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from xray_graph.cli import main; main()", "graph"]


def environment(**variables: str) -> dict[str, str]:
    """This process's own, without what would change an answer."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XRAY_")}
    return kept | {"PYTHONPATH": str(ROOT)} | variables


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Server:
    """A running `xray graph serve`."""

    def __init__(self, process: subprocess.Popen[str], told: dict[str, object]) -> None:
        self.process = process
        self.told = told
        self.url = str(told["url"])
        self.host, _, port = self.url.removeprefix("http://").rpartition(":")
        self.port = int(port)

    def ask(self, path: str, *, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        """One request. Headers by name, `_` for `-`; a Host of None leaves it out."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value.encode("utf-8"))
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            response = connection.getresponse()
            return Answer(response.status, dict(response.getheaders()), response.read())
        finally:
            connection.close()

    def stop(self) -> int:
        """End it as a supervisor does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)


@contextlib.contextmanager
def serving(
    *arguments: str,
    cwd: Path | None = None,
    errors: int | None = None,
    command: str = "serve",
    **variables: str,
):
    """Start `xray graph serve`, or another server, on a free port and wait until it says that it answers."""
    process = subprocess.Popen(
        [*PROGRAM, command, "--json", "--addr", "127.0.0.1:0", *arguments],
        cwd=cwd,
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
    )
    try:
        line = process.stdout.readline()
        assert line, f"the server ended with {process.wait(timeout=30)}"
        yield Server(process, json.loads(line))
    finally:
        process.kill()
        process.wait(timeout=30)
        process.stdout.close()
        if process.stderr:
            process.stderr.close()


def until(true, seconds: float = 300.0):
    """Ask again and again until the answer is true; what it was. The deadline is for a test that fails."""
    end = time.monotonic() + seconds
    while not (value := true()):
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
    return value


def run(*arguments: str, cwd: Path | None = None, stdin: str = "", **variables: str):
    """Run one command to its end."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=environment(**variables),
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
