"""A long piece of work inside one call stops every other call, and the handshake.

Class: https://github.com/jgravelle/jdocmunch-mcp/issues/34,
https://github.com/johnhuang316/code-index-mcp/pull/104
Input: a build that does not end and a question that does not end, and a second client meanwhile.
Expected: the second client shakes hands and is answered. Nothing is timed here: the slow work ends
only after the others were answered, so a loop that it blocks would never get there.
"""

from __future__ import annotations

import asyncio
import threading

import mcp
import pytest

from tests.serve.running import until
from tests.serve.shop import FILES, build
from xray_graph.cli import served
from xray_graph.config import BuildSettings
from xray_graph.errors import ServerError, XrayError
from xray_graph.route import Atlas, Catalog
from xray_graph.serve.desk import THREADS, WAITING, Desk
from xray_graph.serve.household import Household
from xray_graph.serve.keeper import Keeper, Source
from xray_graph.serve.mcp_server import build_server
from xray_graph.serve.tools import BY_NAME
from xray_graph.update import resuming

MAPS = BY_NAME["list_maps"]


@pytest.fixture
def shop(tmp_path):
    return build(FILES, tmp_path)


class SlowAtlas(Atlas):
    """Its first question waits until it is let go; the others are answered."""

    def __init__(self, catalog):
        super().__init__(catalog)
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def maps(self, **page):
        if not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(60)
        return super().maps(**page)


def test_a_slow_question_holds_up_nobody(shop):
    atlas = SlowAtlas(Catalog([shop]))
    desk = Desk(atlas)

    async def talk():
        slow = asyncio.create_task(desk.ask(MAPS, {}))
        await asyncio.to_thread(atlas.begun.wait, 60)
        async with mcp.Client(build_server(desk)) as second:
            result = await second.call_tool("list_maps", {})
        assert not slow.done()
        atlas.go_on.set()
        return result, await slow

    result, late = asyncio.run(asyncio.wait_for(talk(), 60))
    assert result.structured_content["maps"][0]["label"] == "shop"
    assert late.maps[0].label == "shop"


def test_a_build_holds_up_nobody(repo):
    begun, go_on = threading.Event(), threading.Event()
    root = repo({"a.py": "x = 1\n"}, name="depot")

    def slow_settings():
        begun.set()
        assert go_on.wait(60)
        return BuildSettings()

    catalog = Catalog()
    keeper = Keeper(Source(root, "depot", slow_settings), watch=False)
    catalog.put(keeper.entry)
    house = Household(Atlas(catalog), [keeper])
    house.start()
    assert begun.wait(60)

    async def talk():
        async with mcp.Client(build_server(Desk(house.atlas, house.ask))) as client:
            listed = await client.call_tool("list_maps", {})
            return listed.structured_content, await client.call_tool("find_callers", {"name": "x"})

    during, asked = asyncio.run(asyncio.wait_for(talk(), 60))
    assert [(entry["label"], entry["state"]) for entry in during["maps"]] == [("depot", "building")]
    assert asked.is_error
    assert "being built" in asked.content[0].text
    go_on.set()
    until(lambda: keeper.entry.state == "ready")
    assert [(entry.label, entry.state) for entry in catalog] == [("depot", "ready")]
    house.close()


def test_a_build_answers_from_what_it_has_and_says_that_it_is_not_all(repo, monkeypatch):
    begun, go_on, real = threading.Event(), threading.Event(), resuming.full

    def slow(*given, **more):
        begun.set()
        assert go_on.wait(60)
        return real(*given, **more)

    monkeypatch.setattr(resuming, "full", slow)
    root = repo({"a.py": "def f():\n    pass\n\ndef g():\n    f()\n"}, name="depot")
    house = served.gather([str(root)], root, no_watch=True)
    house.start()
    assert begun.wait(60)

    async def ask(tool, **arguments):
        async with mcp.Client(build_server(Desk(house.atlas, house.ask))) as client:
            return await client.call_tool(tool, arguments)

    found = asyncio.run(asyncio.wait_for(ask("search_graph", q="f"), 60))
    assert found.structured_content["results"][0]["name"] == "depot//a.py::f"
    assert "this is not all" in found.structured_content["maps"][0]["freshness"]["note"]
    assert "this is not all" in found.content[0].text
    shown = asyncio.run(asyncio.wait_for(ask("get_graph_node", name="g"), 60))
    assert "this is not all" in shown.structured_content["freshness"]["note"]
    refused = asyncio.run(asyncio.wait_for(ask("find_callers", name="f"), 60))
    assert refused.is_error
    assert "its relations are not known yet" in refused.content[0].text
    go_on.set()
    until(lambda: house.atlas.catalog["depot"].state == "ready")
    late = asyncio.run(asyncio.wait_for(ask("find_callers", name="f"), 60))
    assert [one["node"]["name"] for one in late.structured_content["callers"]] == ["depot//a.py::g"]
    assert "note" not in late.structured_content["freshness"]
    house.close()


def test_a_build_that_fails_is_told_by_the_map(repo):
    root = repo({"only.bin": b"\0\0"}, name="depot")
    house = served.gather([str(root)], root, no_watch=True)
    house.start()
    until(lambda: house.keepers[0].entry.error)
    (entry,) = house.atlas.maps().maps
    assert entry.state == "failed"
    assert entry.error
    with pytest.raises(XrayError):
        house.atlas.catalog["depot"].read()
    house.close()


def test_more_questions_than_a_server_takes_are_turned_away(shop):
    atlas = SlowAtlas(Catalog([shop]))
    desk = Desk(atlas)
    atlas.begun.set()
    atlas.maps = lambda **page: atlas.go_on.wait(60) and Atlas.maps(atlas, **page)

    async def crowd():
        waiting = [asyncio.create_task(desk.ask(MAPS, {})) for _ in range(WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(ServerError) as caught:
            await desk.ask(MAPS, {})
        atlas.go_on.set()
        return caught.value, await asyncio.gather(*waiting)

    error, answers = asyncio.run(asyncio.wait_for(crowd(), 60))
    assert "too many" in error.message
    assert len(answers) == WAITING


def test_a_question_that_is_taken_back_is_not_worked_on(shop):
    """Of more questions than threads, one that still waits never begins; one that runs frees its place."""
    atlas = SlowAtlas(Catalog([shop]))
    desk = Desk(atlas)
    asked: list[int] = []

    def slow(number):
        asked.append(number)
        assert atlas.go_on.wait(60)

    desk._ask = lambda tool, arguments: slow(arguments["n"])

    async def talk():
        tasks = [asyncio.create_task(desk.ask(MAPS, {"n": n})) for n in range(THREADS + 1)]
        await asyncio.to_thread(until, lambda: len(asked) == THREADS)
        for taken_back in (tasks[0], tasks[-1]):
            taken_back.cancel()
        await asyncio.wait([tasks[0], tasks[-1]])
        assert desk._taken == THREADS - 1
        atlas.go_on.set()
        await asyncio.gather(*tasks[1:-1])

    asyncio.run(asyncio.wait_for(talk(), 60))
    assert sorted(asked) == list(range(THREADS))


def test_a_client_that_takes_a_call_back_is_answered_again(shop):
    atlas = SlowAtlas(Catalog([shop]))
    desk = Desk(atlas)

    async def talk():
        async with mcp.Client(build_server(desk)) as client:
            slow = asyncio.create_task(client.call_tool("list_maps", {}))
            await asyncio.to_thread(atlas.begun.wait, 60)
            slow.cancel()
            await asyncio.wait([slow])
            assert slow.cancelled()
            return await client.call_tool("list_maps", {})

    result = asyncio.run(asyncio.wait_for(talk(), 60))
    atlas.go_on.set()
    assert result.structured_content["maps"][0]["label"] == "shop"
