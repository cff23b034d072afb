"""The same tools through the official MCP client, over HTTP and over standard input and output."""

from __future__ import annotations

import asyncio
import contextlib
import json

import jsonschema
import mcp
import pytest
from mcp.client.stdio import StdioServerParameters

from tests.serve.running import PROGRAM, ROOT, environment
from xray_graph.serve import schemas
from xray_graph.serve.tools import BY_NAME, TOOLS


@contextlib.asynccontextmanager
async def over_http(server, shop):
    del shop
    async with mcp.Client(f"{server.url}/mcp") as client:
        yield client


@contextlib.asynccontextmanager
async def over_stdio(server, shop):
    del server
    child = StdioServerParameters(
        command=PROGRAM[0], args=[*PROGRAM[1:], "mcp", str(shop)], env=environment(), cwd=ROOT
    )
    async with mcp.Client(child) as client:
        yield client


@pytest.fixture(params=[over_http, over_stdio], ids=["http", "stdio"])
def talk(request, server, shop):
    """Run a conversation: a coroutine function that takes the client."""

    def run(conversation):
        async def whole():
            async with request.param(server, shop) as client:
                return await conversation(client)

        return asyncio.run(asyncio.wait_for(whole(), 60))

    return run


def test_the_table_is_what_is_listed(talk):
    listed = talk(lambda client: client.list_tools()).tools
    assert [tool.name for tool in listed] == [tool.name for tool in TOOLS if not tool.notes]
    for tool in listed:
        row = BY_NAME[tool.name]
        assert tool.description == row.description
        assert tool.input_schema == row.input_schema
        assert tool.output_schema == schemas.short(row.output_schema)
        hints = tool.annotations
        assert (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint) == (True, False, True)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_schemas_are_objects_that_a_validator_takes(tool):
    for schema in (tool.input_schema, tool.output_schema):
        assert schema["type"] == "object"
        jsonschema.Draft202012Validator.check_schema(schema)
    assert tool.input_schema["additionalProperties"] is False


def test_an_answer_is_structured_and_the_same_as_over_rest(talk, server):
    result = talk(lambda client: client.call_tool("list_maps", {}))
    assert not result.is_error
    assert result.structured_content == server.ask("/v1/maps").json


def test_the_text_is_no_second_copy(talk):
    result = talk(lambda client: client.call_tool("list_maps", {}))
    (content,) = result.content
    assert content.type == "text"
    assert content.text.startswith("shop: ")
    assert "{" not in content.text


def test_a_wrong_argument_is_an_answer_that_a_model_can_read(talk):
    result = talk(lambda client: client.call_tool("list_maps", {"label": "shop"}))
    assert result.is_error
    assert "label" in result.content[0].text
    assert "Traceback" not in result.content[0].text


def test_an_unknown_tool_is_an_error_of_the_protocol(talk):
    async def drop(client):
        with pytest.raises(mcp.MCPError) as caught:
            await client.call_tool("drop_everything", {})
        return caught.value

    error = talk(drop)
    assert error.code == mcp.types.INVALID_PARAMS
    assert "drop_everything" in error.message


def test_the_server_says_who_it_is(talk):
    async def who(client):
        return client.server_info, client.instructions

    info, instructions = talk(who)
    assert info.name == "xray-graph"
    assert "search_graph" in instructions


def test_maps_and_nodes_are_resources(talk):
    async def read(client):
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        map_ = (await client.read_resource("xray://shop")).contents[0]
        node = (await client.read_resource("xray://shop/cart/cart.go::Cart.Add")).contents[0]
        file = (await client.read_resource("xray://shop/README.md")).contents[0]
        return listed, templates, map_, node, file, (await client.list_prompts()).prompts

    listed, templates, map_, node, file, prompts = talk(read)
    assert [(each.name, each.uri) for each in listed] == [("shop", "xray://shop")]
    assert [each.uri_template for each in templates] == ["xray://{map}", "xray://{map}/{+node}"]
    assert json.loads(map_.text)["label"] == "shop"
    assert node.text.startswith("func (c *Cart) Add(item string) error {")
    assert (node.mime_type, node.uri) == ("text/plain", "xray://shop/cart/cart.go::Cart.Add")
    assert file.text.startswith("# Shop")
    assert prompts == []


@pytest.mark.parametrize(
    "uri",
    ["test://nothing", "xray://", "xray://depot", "xray://depot/a.go", "xray://shop/none.go::X", "xray://shop/Add",
     "xray://shop/../../etc/passwd", "xray://shop/%2e%2e%2fetc%2fpasswd"],
)  # fmt: skip
def test_what_is_no_resource_is_an_error_of_the_protocol(talk, uri):
    async def read(client):
        with pytest.raises(mcp.MCPError) as caught:
            await client.read_resource(uri)
        return caught.value

    error = talk(read)
    assert error.code == mcp.types.INVALID_PARAMS
    assert "root:" not in error.message


def test_labels_and_names_are_completed(talk):
    async def complete(client):
        template = mcp.types.ResourceTemplateReference(uri="xray://{map}/{+node}")

        async def ask(name, value, **others):
            found = await client.complete(
                template, {"name": name, "value": value}, context_arguments=others or None
            )
            return found.completion.values

        return (
            await ask("map", "sh"), await ask("map", "x"), await ask("node", "cart/cart.go::Cart.", map="shop"),
            await ask("node", "Charge", map="shop"), await ask("node", "x", map="depot"), await ask("other", "x"),
        )  # fmt: skip

    labels, none, members, named, unknown, other = talk(complete)
    assert labels == ["shop"]
    assert "cart/cart.go::Cart.Add" in members
    assert all(name.startswith("cart/cart.go::Cart.") for name in members)
    assert named[0] == "pay/pay.go::Charge"
    assert none == unknown == other == []


def test_a_question_and_what_follows_from_its_answer(talk):
    """As an agent goes: search, take a name, read it, ask who calls it."""

    async def agent(client):
        found = await client.call_tool("search_graph", {"q": "put an item into the cart"})
        name = found.structured_content["results"][0]["name"]
        node = await client.call_tool("get_graph_node", {"name": name})
        callers = await client.call_tool("find_callers", {"name": name, "depth": 2})
        callees = await client.call_tool("find_callees", {"name": name})
        return found, node, callers, callees

    found, node, callers, callees = talk(agent)
    assert node.structured_content["node"]["name"] == "shop//cart/cart.go::Cart.Add"
    assert node.structured_content["node"]["body"] not in node.content[0].text
    assert "shop//pay/pay.go::Charge" in callers.content[0].text
    assert callers.structured_content["callers"][0]["node"]["name"] == "shop//pay/pay.go::Charge"
    assert callees.structured_content["callees"][0]["node"]["name"] == "shop//cart/cart.go::Cart.save"
    for answer in (found, node, callers, callees):
        assert len(answer.content[0].text) < len(str(answer.structured_content))


def test_a_node_that_is_not_there_is_answered_with_the_nearest(talk):
    result = talk(lambda client: client.call_tool("get_graph_node", {"name": "Cart.Ad"}))
    assert result.is_error
    assert "shop//cart/cart.go::Cart.Add" in result.content[0].text


def test_many_clients_at_once(server):
    async def one():
        async with mcp.Client(f"{server.url}/mcp") as client:
            return (await client.call_tool("list_maps", {})).structured_content

    async def all_of_them():
        return await asyncio.gather(*(one() for _ in range(8)))

    answers = asyncio.run(asyncio.wait_for(all_of_them(), 60))
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("version", ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"])
def test_clients_of_every_version_in_use_are_served(server, version):
    """By hand, as the client above only speaks the newest version that both know."""
    import json

    def post(message, **headers):
        return server.ask(
            "/mcp",
            method="POST",
            body=json.dumps({"jsonrpc": "2.0", **message}).encode(),
            Content_Type="application/json",
            Accept="application/json, text/event-stream",
            **headers,
        )

    params = {"name": "list_maps", "arguments": {}}
    headers = {"MCP_Protocol_Version": version}
    if version.startswith("2025"):
        client = {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        opened = post({"id": 1, "method": "initialize", "params": client})
        assert opened.json["result"]["protocolVersion"] == version
        assert "mcp-session-id" not in opened.headers
        assert post({"method": "notifications/initialized"}, **headers).status == 202
    else:
        headers |= {"Mcp_Method": "tools/call", "Mcp_Name": "list_maps"}
        params["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": version,
            "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    called = post({"id": 2, "method": "tools/call", "params": params}, **headers)
    assert called.status == 200, called.body
    assert called.json["result"]["structuredContent"]["maps"][0]["label"] == "shop"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_that_waits_hears_that_it_goes_on(shop, monkeypatch, mode):
    """Through the whole application: a question that does not end until progress was told of it."""
    import threading

    from xray_graph.route import Atlas, Catalog
    from xray_graph.serve import mcp_server
    from xray_graph.serve.app import build_app
    from xray_graph.serve.guard import Policy
    from xray_graph.serve.household import Household
    from xray_graph.serve.listen import bind, bound, parse_address
    from xray_graph.serve.transport import Server

    monkeypatch.setattr(mcp_server, "PROGRESS", 0.05)
    go_on = threading.Event()

    class Slow(Atlas):
        def maps(self, **page):
            assert go_on.wait(60)
            return super().maps(**page)

    running = Server(build_app(Household(Slow(Catalog([shop]))), Policy.make()))
    told: list[tuple[float, str | None]] = []

    async def heard(progress, total, message):
        told.append((progress, message))
        if len(told) == 3:
            go_on.set()

    with bind(parse_address("127.0.0.1:0")) as listener:
        loop = threading.Thread(target=lambda: asyncio.run(running._serve([listener])))
        loop.start()

        async def talk():
            url = f"http://{bound(listener)}/mcp"
            async with mcp.Client(url, mode=mode) as client:
                return await client.call_tool("list_maps", {}, progress_callback=heard)

        result = asyncio.run(asyncio.wait_for(talk(), 60))
        running.stop()
        loop.join()
    assert result.structured_content["maps"][0]["label"] == "shop"
    assert [progress for progress, _ in told[:3]] == [1.0, 2.0, 3.0]
    assert "at work" in told[0][1]
