"""Notes on a server: over REST and MCP, listed and routed as a map, never mixed into one of code."""

from __future__ import annotations

import asyncio
import json

import mcp
import pytest

from tests.serve.running import run, serving, until
from tests.serve.shop import FILES
from xray_graph import testing
from xray_graph.snapshot import seal

NOTES = ("/v1/notes/write", "/v1/notes/search", "/v1/notes/list")


def post(server, path, **body):
    return server.ask(path, method="POST", body=json.dumps(body).encode(), Content_Type="application/json")


@pytest.fixture
def server(shop, tmp_path):
    with serving(str(shop), "--writable", "--notes-dir", str(tmp_path)) as running:
        yield running


def test_without_the_flag_there_are_none(server, shop):
    with serving(str(shop)) as plain:
        assert plain.ask(NOTES[0], method="POST", body=b'{"text": "x"}').status == 404
        assert plain.ask("/v1/notes/list").status == 404

        async def listed():
            async with mcp.Client(f"{plain.url}/mcp") as client:
                return [tool.name for tool in (await client.list_tools()).tools]

        assert not [name for name in asyncio.run(listed()) if "note" in name]


def test_a_note_from_its_writing_to_its_finding(server):
    assert server.ask("/v1/notes/list").json == {
        "map": "session", "notes": [], "total": 0, "unreadable": 0, "next": None,
    }  # fmt: skip
    about = ["shop//cart/cart.go::Cart.Add"]
    wrote = post(
        server, NOTES[0], text="Apples are kept cold.", kind="decision", about=about, tags=["fruit"]
    ).json
    post(server, NOTES[0], text="Who owns the till?", kind="question", expires_days=0)
    assert wrote["map"] == "session"
    assert wrote["note"]["name"].startswith("session//")
    assert (wrote["note"]["kind"], wrote["note"]["about"]) == ("decision", about)

    def titles(path):
        return [note["title"] for note in server.ask(path).json["notes"]]

    assert titles("/v1/notes/list") == ["Who owns the till?", "Apples are kept cold."]
    assert (
        titles("/v1/notes/list?kind=decision")
        == titles("/v1/notes/list?tag=fruit")
        == ["Apples are kept cold."]
    )
    assert titles("/v1/notes/list?about=shop//cart/cart.go::Cart.Add") == ["Apples are kept cold."]
    assert titles("/v1/notes/search?q=cold+apples")[0] == "Apples are kept cold."
    assert titles("/v1/notes/search?q=till&kind=question") == ["Who owns the till?"]
    assert server.ask("/v1/notes/list?kind=question").json["notes"][0]["expires"] is None


def test_notes_are_a_map_of_their_own(server):
    assert [entry["label"] for entry in server.ask("/v1/maps").json["maps"]] == ["shop"]
    name = post(server, NOTES[0], text="Apples are kept cold.").json["note"]["name"]
    shop, notes = sorted(server.ask("/v1/maps").json["maps"], key=lambda entry: entry["label"] != "shop")
    assert (notes["label"], notes["nodes"], notes["state"]) == ("session", {"document": 1}, "ready")
    assert "Apples are kept cold" in notes["summary"]
    found = server.ask("/v1/search?q=apples+kept+cold&map=session").json
    assert [one["name"] for one in found["results"]] == [name]
    assert server.ask(f"/v1/node?name={name}").json["node"]["body"].startswith("# Apples are kept cold.")
    code = server.ask("/v1/search?q=apples+kept+cold&map=shop").json
    assert not [one for one in code["results"] if one["map"] != "shop"]
    assert server.ask("/v1/services").status == 200  # of the only map of code
    assert "session" not in shop["summary"]


def test_a_question_about_a_note_is_routed_to_the_notes(two_maps, tmp_path):
    flags = [
        "--mental-maps-dir",
        str(two_maps),
        "--mental-maps-route-fanout",
        "1",
        "--writable",
        "--notes-dir",
        str(tmp_path),
    ]

    def asked(server):
        return [each["label"] for each in server.ask("/v1/search?q=quarterly+zebra+review").json["maps"]]

    with serving(*flags, command="serve-snapshots") as server:
        post(server, NOTES[0], text="The quarterly zebra review is on Mondays.", kind="decision")
        assert asked(server) == ["session"]
    with serving(*flags, command="serve-snapshots") as again:  # and so by a server that finds the notes there
        until(lambda: asked(again) == ["session"])


def test_pages(server):
    for number in range(5):
        post(server, NOTES[0], text=f"Note {number}")
    seen, cursor = [], ""
    while cursor is not None:
        reply = server.ask(f"/v1/notes/list?limit=2&cursor={cursor}").json
        seen += [note["title"] for note in reply["notes"]]
        cursor = reply["next"]
        assert reply["total"] == 5
    assert sorted(seen) == [f"Note {number}" for number in range(5)]
    assert server.ask("/v1/notes/list?cursor=nonsense").status == 400


def test_over_mcp(server):
    async def talk():
        async with mcp.Client(f"{server.url}/mcp") as client:
            tools = {tool.name: tool.annotations for tool in (await client.list_tools()).tools}
            wrote = await client.call_tool("write_note", {"text": "Apples are kept cold.", "kind": "answer"})
            found = await client.call_tool("search_notes", {"q": "apples"})
            wrong = await client.call_tool("write_note", {"text": "x", "kind": "opinion"})
            assert "search_notes" in client.instructions
            return tools, wrote, found, wrong

    tools, wrote, found, wrong = asyncio.run(asyncio.wait_for(talk(), 60))
    assert (tools["write_note"].read_only_hint, tools["write_note"].destructive_hint) == (False, False)
    assert tools["search_notes"].read_only_hint
    assert wrote.content[0].text.startswith(wrote.structured_content["note"]["name"] + ": kept until ")
    assert [note["title"] for note in found.structured_content["notes"]] == ["Apples are kept cold."]
    assert wrong.is_error


def test_two_servers_on_one_file_see_each_other(server, shop, tmp_path):
    with serving(str(shop), "--writable", "--notes-dir", str(tmp_path)) as second:
        post(server, NOTES[0], text="From the first.")
        post(second, NOTES[0], text="From the second.")
        for each in (server, second):
            titles = {note["title"] for note in each.ask("/v1/notes/list").json["notes"]}
            assert titles == {"From the first.", "From the second."}
            assert len(each.ask("/v1/maps").json["maps"]) == 2


def test_sealed_on_a_server_with_the_key(shop, tmp_path):
    secret, recipient = seal.generate()
    flags = [str(shop), "--writable", "--notes-dir", str(tmp_path), "--notes-recipient", recipient]
    with serving(*flags, XRAY_AGE_KEY=secret) as server:
        post(server, NOTES[0], text="The word is xyzzy.")
        assert server.ask("/v1/notes/search?q=xyzzy").json["notes"][0]["text"] == "The word is xyzzy."
    assert b"xyzzy" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    with serving(*flags[:-2]) as keyless:
        assert keyless.ask("/v1/notes/list").json["unreadable"] == 1


def test_beside_a_repository_that_another_process_keeps(tmp_path):
    """Notes are this server's own; what is asked of the code still goes to the keeper, which knows it live."""
    root = testing.repo(FILES, tmp_path / "shop", git=True)
    with serving(str(root)) as keeper:
        until(lambda: keeper.ask("/v1/callers?name=Cart.Add").status == 200)
        with serving(str(root), "--writable", "--notes-dir", str(tmp_path)) as server:
            post(server, NOTES[0], text="Apples are kept cold.")
            state = until(lambda: server.ask("/v1/callers?name=Cart.Add").json.get("freshness"))
            assert state["work_tree"] == str(root)
            found = server.ask("/v1/search?q=apples&map=session").json["results"]
            assert [one["map"] for one in found] == ["session"]
            assert server.ask(f"/v1/node?name={found[0]['name']}").status == 200
            assert {each["label"] for each in server.ask("/v1/maps").json["maps"]} == {"shop", "session"}
        assert keeper.ask("/v1/notes/list").status == 404


def test_lie_beside_maps_whose_folder_is_not_there_yet(tmp_path):
    root = testing.repo(FILES, tmp_path / "shop", git=True)
    with serving(str(root), "--writable", "-o", str(tmp_path / "new" / "maps")) as server:
        post(server, NOTES[0], text="Pears are kept cold.")
    assert (tmp_path / "new" / "maps" / "session.notes.db").is_file()


def test_a_label_of_code_is_refused(shop, tmp_path):
    done = run("serve", str(shop), "--writable", "--notes-dir", str(tmp_path), "--memory-map", "shop")
    assert done.returncode == 2
    assert "--memory-map" in done.stderr


def test_from_the_command_line(server, tmp_path):
    file = str(tmp_path / "session.notes.db")
    wrote = run(
        "notes",
        "write",
        "Apples",
        "are",
        "kept cold.",
        "--kind",
        "decision",
        "--tag",
        "fruit",
        "--tag",
        "cold",
        "--notes",
        file,
    )
    assert wrote.returncode == 0, wrote.stderr
    assert "kept until" in wrote.stdout
    assert [note["kind"] for note in server.ask("/v1/notes/list").json["notes"]] == ["decision"]
    by_server = run("notes", "write", "Till", "--server", server.url)
    assert by_server.returncode == 0, by_server.stderr
    listed = json.loads(run("notes", "list", "--json", "--server", server.url).stdout)
    assert [note["title"] for note in listed["notes"]] == ["Till", "Apples are kept cold."]
    assert [note["tags"] for note in listed["notes"]] == [[], ["fruit", "cold"]]
    out = tmp_path / "out"
    assert run("notes", "export", str(out), "--notes", file).returncode == 0
    assert len(list(out.glob("*.md"))) == 2
    copy = str(tmp_path / "copy.notes.db")
    assert run("notes", "import", str(out), "--notes", copy).returncode == 0
    again = json.loads(run("notes", "list", "--json", "--notes", copy).stdout)
    assert [note["text"] for note in again["notes"]] == [note["text"] for note in listed["notes"]]
    assert run("notes", "search", "cold", "apples", "--notes", copy).stdout.count("Apples") >= 1
    none = run("notes", "export", str(out), "--notes", str(tmp_path / "none.db"))
    assert none.returncode == 1
    assert not (tmp_path / "none.db").exists()
