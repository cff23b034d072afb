"""The end of a server: what is asked is answered first, whatever signal asks for the end."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
import threading

import pytest

from tests.serve.running import serving, until
from xray_graph.route import Atlas, Catalog
from xray_graph.serve.app import build_app
from xray_graph.serve.guard import Policy
from xray_graph.serve.household import Household
from xray_graph.serve.listen import bind, bound, parse_address
from xray_graph.serve.transport import Server


def test_a_question_that_is_being_answered_is_answered(shop):
    begun, go_on = threading.Event(), threading.Event()

    class Slow(Atlas):
        def maps(self, **page):
            begun.set()
            assert go_on.wait(60)
            return super().maps(**page)

    running = Server(build_app(Household(Slow(Catalog([shop]))), Policy.make()))
    with bind(parse_address("127.0.0.1:0")) as listener:
        address = bound(listener)
        loop = threading.Thread(target=lambda: asyncio.run(running._serve([listener])))
        loop.start()
        until(lambda: running.started)
        connection = http.client.HTTPConnection(address.host, address.port, timeout=60)
        connection.request("GET", "/v1/maps")
        assert begun.wait(60)
        running.stop()
        until(lambda: not listener_answers(address))
        go_on.set()
        reply = connection.getresponse()
        assert reply.status == 200
        assert json.loads(reply.read())["maps"][0]["label"] == "shop"
        connection.close()
        loop.join(60)
        assert not loop.is_alive()


def listener_answers(address) -> bool:
    try:
        other = http.client.HTTPConnection(address.host, address.port, timeout=1)
        other.request("GET", "/healthz")
        return other.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        other.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_every_signal_of_a_supervisor_ends_it_well(shop, number):
    with serving(str(shop)) as server:
        assert server.ask("/v1/maps").status == 200
        server.process.send_signal(number)
        assert server.process.wait(30) == 0


def test_a_folder_is_looked_at_again_on_sighup_and_served_on(two_maps):
    with serving("--mental-maps-dir", str(two_maps), command="serve-snapshots") as server:
        server.process.send_signal(signal.SIGHUP)
        assert server.ask("/v1/rescan", method="POST").status == 200
        assert len(server.ask("/v1/maps").json["maps"]) == 2
