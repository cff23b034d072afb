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

from tests.serve.shop import FILES, build
from xray_graph.cli import served
from xray_graph.errors import ServerError, XrayError
from xray_graph.route import Atlas, Catalog
from xray_graph.serve.desk import WAITING, Desk
from xray_graph.serve.mcp_server import build_server
from xray_graph.serve.tools import BY_NAME

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

    def maps(self):
        if not self.begun.is_set():
            self.begun.set()
            assert self.go_on.wait(60)
        return super().maps()


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


def test_a_build_holds_up_nobody(shop, repo, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def slow_build(each, *, taken):
        begun.set()
        assert go_on.wait(60)
        return None, shop, None

    monkeypatch.setattr(served, "make", slow_build)
    root = repo({"a.py": "x = 1\n"}, name="depot")
    atlas, builds = served.gather([str(root)], root, {})
    served.start_builds(atlas, builds)
    assert begun.wait(60)

    async def talk():
        async with mcp.Client(build_server(Desk(atlas))) as client:
            return (await client.call_tool("list_maps", {})).structured_content

    during = asyncio.run(asyncio.wait_for(talk(), 60))
    assert [(entry["label"], entry["state"]) for entry in during["maps"]] == [("depot", "building")]
    with pytest.raises(ServerError) as caught:
        atlas.catalog["depot"].map()
    assert "being built" in caught.value.message
    go_on.set()
    next(thread for thread in threading.enumerate() if thread.name == "build").join(60)
    assert [(entry.label, entry.state) for entry in atlas.catalog] == [("shop", "ready")]


def test_a_build_that_fails_is_told_by_the_map(repo):
    root = repo({"only.bin": b"\0\0"}, name="depot")
    atlas, builds = served.gather([str(root)], root, {})
    served.start_builds(atlas, builds)
    for thread in threading.enumerate():
        if thread.name == "build":
            thread.join(60)
    (entry,) = atlas.maps().maps
    assert entry.state == "failed"
    assert entry.error
    with pytest.raises(XrayError):
        atlas.catalog["depot"].map()


def test_more_questions_than_a_server_takes_are_turned_away(shop):
    atlas = SlowAtlas(Catalog([shop]))
    desk = Desk(atlas)
    atlas.begun.set()
    atlas.maps = lambda: atlas.go_on.wait(60) and Atlas.maps(atlas)

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
