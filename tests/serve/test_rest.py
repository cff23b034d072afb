"""REST beside its tools: the document that describes it, errors, ETags and pages."""

from __future__ import annotations

import json

import jsonschema
import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tests.serve.running import serving
from xray_graph.errors import UsageError
from xray_graph.serve.tools import TOOLS


@pytest.fixture(scope="module")
def document(server):
    return server.ask("/v1/openapi.json").json


def test_the_document_is_valid(document):
    validate(document, cls=OpenAPIV31SpecValidator)


def test_it_is_made_of_the_table(document):
    for tool in TOOLS:
        if tool.notes:
            assert tool.path not in document["paths"]
            continue
        operation = document["paths"][tool.path]["get"]
        assert operation["operationId"] == tool.name
        assert {each["name"] for each in operation["parameters"]} == set(
            tool.input_schema.get("properties", {})
        )
    assert set(document["paths"]) >= {"/v1/update", "/v1/flush"}


def test_notes_are_in_it_where_they_are_kept(shop, tmp_path):
    with serving(str(shop), "--writable", "--notes-dir", str(tmp_path)) as server:
        document = server.ask("/v1/openapi.json").json
    validate(document, cls=OpenAPIV31SpecValidator)
    assert "requestBody" in document["paths"]["/v1/notes/write"]["post"]


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("/v1/maps", ""), ("/v1/search", "?q=cart&explain=true"), ("/v1/node", "?name=Cart.Add"),
        ("/v1/node", "?name=Add"), ("/v1/callers", "?name=Cart.Add&depth=3"), ("/v1/callees", "?name=Charge"),
        ("/v1/services", ""),
    ],
)  # fmt: skip
def test_answers_are_as_the_document_says(server, document, path, question):
    registry = Registry().with_resource("urn:api", Resource(document, DRAFT202012))
    pointer = f"/paths/{path.replace('/', '~1')}/get/responses/200/content/application~1json/schema"
    jsonschema.Draft202012Validator({"$ref": f"urn:api#{pointer}"}, registry=registry).validate(
        server.ask(path + question).json
    )


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/nothing", 404), ("POST", "/v1/maps", 405), ("GET", "/v1/node?name=Cart.Ad", 404),
        ("GET", "/v1/maps?x=1", 400), ("POST", "/v1/update", 400), ("GET", "/v1/maps?Host", 400),
    ],
)  # fmt: skip
def test_an_error_is_problem_details(server, document, method, path, status):
    answer = server.ask(path, method=method, body=b"[]" if method == "POST" else None, X_Request_Id="one-1")
    assert answer.status == status
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json
    jsonschema.validate(told, document["components"]["schemas"]["Problem"])
    assert (told["status"], told["type"], told["request"]) == (status, "about:blank", "one-1")
    assert told["detail"]


def test_a_refusal_of_the_guard_is_too(server):
    answer = server.ask("/v1/maps", Host="evil.test")
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json["status"], answer.json["title"]) == (403, "Forbidden")


@pytest.mark.parametrize(
    "path", ["/v1/maps", "/v1/search?q=cart", "/v1/node?name=Cart.Add", "/v1/openapi.json"]
)
def test_an_answer_that_the_client_has_is_not_sent_again(server, path):
    first = server.ask(path)
    tag = first.headers["etag"]
    for held in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        again = server.ask(path, If_None_Match=held)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    other = server.ask(path, If_None_Match='"x"')
    assert (other.status, other.body) == (200, first.body)


def test_errors_have_no_etag(server):
    assert "etag" not in server.ask("/v1/node?name=Cart.Ad", If_None_Match="*").headers


def test_maps_come_in_pages(two_maps):
    with serving(str(two_maps)) as server:
        first = server.ask("/v1/maps?limit=1").json
        second = server.ask(f"/v1/maps?limit=1&cursor={first['next']}").json
    assert [each["label"] for reply in (first, second) for each in reply["maps"]] == ["shop", "weather"]
    assert second["next"] is None


def test_a_body_that_is_no_object_is_told(server, shop, tmp_path):
    with serving(str(shop), "--writable", "--notes-dir", str(tmp_path)) as notes:
        for body in (b"[]", b"{", b'"x"', b"null", b"[" * 100_000, json.dumps({"text": 1}).encode()):
            answer = notes.ask("/v1/notes/write", method="POST", body=body)
            assert answer.status == 400, body[:20]
            assert answer.json["detail"]


def test_an_answer_that_is_too_large_is_an_error_that_says_what_to_do(shop, monkeypatch):
    import asyncio

    import mcp

    from xray_graph.route import Atlas, Catalog
    from xray_graph.serve import tools
    from xray_graph.serve.desk import Desk
    from xray_graph.serve.mcp_server import build_server

    desk = Desk(Atlas(Catalog([shop])))
    monkeypatch.setattr(tools, "MAX_REPLY", 100)
    with pytest.raises(UsageError, match="100 are the most"):
        tools.reply_body(desk.atlas.maps())

    async def talk():
        async with mcp.Client(build_server(desk)) as client:
            return await client.call_tool("list_maps", {})

    result = asyncio.run(asyncio.wait_for(talk(), 60))
    assert result.is_error
    assert "smaller limit" in result.content[0].text
