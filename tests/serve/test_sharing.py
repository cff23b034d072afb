"""Several processes of one user over one repository: one keeps it, the others ask it, and one follows it."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess

import pytest

from tests.serve.running import PROGRAM, environment, run, serving, until
from tests.serve.shop import FILES
from xray_graph import testing
from xray_graph.serve.holding import Hold, holder
from xray_graph.serve.rendezvous import folder, is_private, make_private, nearest, place_of

ADD = "cart/cart.go::Cart.Add"
MORE = 'package pay\n\nimport "example.com/shop/cart"\n\nfunc Refund(c *cart.Cart) error {\n\treturn c.Add("x")\n}\n'
CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


@pytest.fixture
def root(tmp_path):
    return testing.repo(FILES, tmp_path / "shop", git=True)


class Agent:
    """A client over standard input and output, by hand: it can be killed."""

    def __init__(self, *arguments, cwd=None):
        self.process = subprocess.Popen(
            [*PROGRAM, "mcp", *map(str, arguments)],
            cwd=cwd,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._number = 0
        self._say(method="initialize", params=CLIENT)
        self._send(method="notifications/initialized")

    def _send(self, **message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def _say(self, **message):
        self._number += 1
        self._send(id=self._number, **message)
        return json.loads(self.process.stdout.readline())["result"]

    def call(self, tool, **arguments):
        return self._say(method="tools/call", params={"name": tool, "arguments": arguments})

    def callers(self):
        told = self.call("find_callers", name=ADD)
        if told.get("isError"):
            return None
        return [entry["node"]["name"].partition("::")[2] for entry in told["structuredContent"]["callers"]]

    def fresh(self):
        return self.call("find_callers", name=ADD)["structuredContent"]["freshness"]

    def end(self):
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code


@contextlib.contextmanager
def agent(*arguments, cwd=None):
    one = Agent(*arguments, cwd=cwd)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait(timeout=60)
        for stream in (one.process.stdin, one.process.stdout):
            with contextlib.suppress(OSError):
                stream.close()


def keeper_of(root):
    record = holder(place_of(root))
    return record.pid if record else None


def test_agents_share_one_live_map(root):
    with agent(root) as first:
        until(lambda: first.callers() == ["Charge", "TestAdd"])
        with agent(root) as second:
            until(lambda: second.callers() == ["Charge", "TestAdd"])
            assert keeper_of(root) == first.process.pid
            testing.write(root, {"pay/refund.go": MORE})
            until(lambda: second.callers() == ["Charge", "Refund", "TestAdd"])
            assert "note" not in second.fresh()
            assert second.call("list_maps")["structuredContent"]["maps"][0]["label"] == "shop"
            assert second.call("get_graph_node", name="Nothing")["isError"]
            assert second.end() == 0
        assert first.callers() == ["Charge", "Refund", "TestAdd"]
        assert first.end() == 0


@pytest.mark.parametrize("stop", [signal.SIGKILL, signal.SIGTERM])
def test_when_the_keeper_ends_another_follows(root, stop):
    with agent(root) as first:
        until(lambda: first.callers() == ["Charge", "TestAdd"])
        with agent(root) as second:
            until(lambda: second.callers() == ["Charge", "TestAdd"])
            first.process.send_signal(stop)
            assert first.process.wait(timeout=60) == (-stop if stop == signal.SIGKILL else 0)
            until(lambda: keeper_of(root) == second.process.pid)
            testing.write(root, {"pay/refund.go": MORE})
            until(lambda: second.callers() == ["Charge", "Refund", "TestAdd"])
            assert second.end() == 0
    assert not place_of(root).socket.exists()


def test_a_server_beside_an_agent_hands_questions_and_updates_over(root):
    with agent(root, "--no-watch") as first:
        until(lambda: first.callers() == ["Charge", "TestAdd"])
        with serving(str(root)) as server:
            assert keeper_of(root) == first.process.pid
            testing.write(root, {"pay/refund.go": MORE})
            body = json.dumps({"files": ["pay/refund.go"], "flush": True}).encode()
            reply = server.ask("/v1/update", method="POST", body=body).json
            assert reply["updated"] == ["pay/refund.go"]
            assert reply["written"][0]["file"] == str(root / ".xray" / "shop.graph.gz")
            assert first.callers() == ["Charge", "Refund", "TestAdd"]
            assert len(server.ask(f"/v1/callers?name={ADD}").json["callers"]) == 3
            done = run("update", "pay/refund.go", "--server", server.url, "--json", cwd=root)
            assert json.loads(done.stdout)["unchanged"] == ["pay/refund.go"]
            assert server.stop() == 0


def test_a_server_of_several_reads_the_snapshot_that_the_keeper_writes(root, tmp_path):
    depot = testing.repo({"a.go": "package a\n"}, tmp_path / "depot", git=True)
    with agent(root, "--flush-after", "0.1") as first:
        until(lambda: first.callers() == ["Charge", "TestAdd"])
        with serving(str(root), str(depot)) as server:
            testing.write(root, {"pay/refund.go": MORE})
            until(lambda: len(server.ask(f"/v1/callers?name={ADD}").json.get("callers", ())) == 3)


def test_a_socket_that_was_left_behind_does_no_harm(root):
    place = place_of(root)
    with serving(str(root)) as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        server.process.kill()
        server.process.wait(timeout=30)
    assert place.socket.exists()
    done = run("update", "--if-served", cwd=root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    with serving(str(root)) as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        assert run("update", "--json", cwd=root / "pay").returncode == 0


def test_the_socket_is_answered_for_its_owner_alone_and_for_its_repository_alone(root, tmp_path):
    depot = testing.repo({"a.go": "package a\n"}, tmp_path / "depot", git=True)
    with serving(str(root), str(depot), XRAY_GRAPH_TOKEN="s3cret") as server:
        until(lambda: place_of(root).socket.exists() and place_of(depot).socket.exists())
        assert is_private(folder())
        assert place_of(root).socket.stat().st_mode & 0o777 == 0o600
        from xray_graph.serve import client
        from xray_graph.serve.tools import BY_NAME

        reply = client.ask(place_of(root).address, "", BY_NAME["list_maps"], {})
        assert [entry.label for entry in reply.maps] == ["shop"]
        assert server.ask("/v1/maps").status == 401


# --- the meeting place ------------------------------------------------------------------------


def test_one_holds_and_the_next_may_follow(tmp_path):
    place = place_of(tmp_path)
    assert holder(place) is None
    first = Hold.take(place)
    assert Hold.take(place) is None
    first.announce(tmp_path / "x.graph.gz")
    assert holder(place).pid == os.getpid()
    assert holder(place).snapshot == tmp_path / "x.graph.gz"
    assert nearest(tmp_path) == place
    first.release()
    first.release()
    assert nearest(tmp_path) is None
    second = Hold.take(place)
    second.release()


def test_a_folder_that_others_may_enter_is_not_used(tmp_path):
    assert make_private(folder())
    folder().chmod(0o755)
    with pytest.raises(OSError, match="private"):
        Hold.take(place_of(tmp_path))
    assert nearest(tmp_path) is None


def test_places_differ_by_folder_and_not_by_its_spelling(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "a")
    assert place_of(tmp_path / "a") != place_of(tmp_path)
    hold = Hold.take(place_of(tmp_path / "a"))
    hold.announce(None)
    assert nearest(tmp_path / "link") == place_of(tmp_path / "a")
    assert nearest(tmp_path) is None
    hold.release()


def test_a_runtime_folder_is_preferred(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert folder() == tmp_path / "xray"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "relative")
    assert folder().name == "run"


def test_an_address_that_is_too_long_is_done_without(tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    hold = Hold.take(place_of(tmp_path))
    hold.announce(None)
    assert hold.listener is None
    assert "too long" in caplog.text
    hold.release()
