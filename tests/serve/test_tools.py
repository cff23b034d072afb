"""Each tool over REST: the pinned shapes, exact and ambiguous and unknown names, several maps."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import msgspec
import pytest

from tests.serve.running import serving
from tests.serve.shop import FILES, build
from xray_graph.errors import UsageError
from xray_graph.serve.tools import BY_NAME, TOOLS

ADD = "shop//cart/cart.go::Cart.Add"


def get(server, where, /, **arguments):
    return server.ask(f"{where}?{urlencode(arguments, doseq=True)}")


def test_a_search_has_the_pinned_shape(server):
    reply = get(server, "/v1/search", q="put an item into the cart").json
    assert set(reply) == {"results", "maps", "timings", "truncated"}
    first = reply["results"][0]
    assert set(first) == {
        "name", "kind", "language", "path", "line", "end_line", "signature", "score", "map"
    }  # fmt: skip
    assert first["name"] == ADD
    assert first["map"] == "shop"
    assert [set(asked) for asked in reply["maps"]] == [{"label", "score", "reason", "freshness"}]


def test_an_exact_name_comes_first(server):
    for query in (ADD, "cart/cart.go::Cart.Add", "Cart.Add"):
        assert get(server, "/v1/search", q=query).json["results"][0]["name"] == ADD


def test_a_search_can_be_narrowed_and_explained(server):
    reply = get(
        server, "/v1/search", q="cart", kind="struct", path="cart/", attr="exported", explain="true"
    ).json
    assert [found["name"] for found in reply["results"]] == ["shop//cart/cart.go::Cart"]
    assert reply["timings"]["total"] >= 0
    assert reply["results"][0]["ranks"]


def test_a_node_comes_with_its_text_and_relations(server):
    reply = get(server, "/v1/node", name="Cart.Add").json
    assert reply["node"]["name"] == ADD
    assert reply["node"]["body"].startswith("func (c *Cart) Add")
    assert reply["parent"]["name"] == "shop//cart/cart.go::Cart"
    relations = {(r["direction"], r["kind"], r["node"]["name"]) for r in reply["relations"]}
    assert ("out", "calls", "shop//cart/cart.go::Cart.save") in relations
    assert ("in", "calls", "shop//pay/pay.go::Charge") in relations
    assert set(reply["freshness"]) == {"commit", "dirty", "indexed_at", "stale_files"}


def test_relations_come_in_pages(server):
    seen, cursor = [], ""
    while cursor is not None:
        reply = get(server, "/v1/node", name=ADD, limit=1, cursor=cursor).json
        seen += [(r["direction"], r["kind"], r["node"]["name"]) for r in reply["relations"]]
        cursor = reply["next"]
    whole = get(server, "/v1/node", name=ADD).json["relations"]
    assert seen == [(r["direction"], r["kind"], r["node"]["name"]) for r in whole]


def test_callers_have_the_pinned_shape(server):
    reply = get(server, "/v1/callers", name=ADD).json
    assert {"node", "callers", "via_interface", "next", "freshness"} <= set(reply)
    assert [(c["node"]["name"], c["depth"], c["test"]) for c in reply["callers"]] == [
        ("shop//pay/pay.go::Charge", 1, False),
        ("shop//cart/cart_test.go::TestAdd", 1, True),
    ]
    assert reply["callers"][0]["sites"] == [
        {"path": "pay/pay.go", "line": 8, "evidence": "receiver", "dynamic": False}
    ]


def test_callees_reach_to_a_depth(server):
    near = get(server, "/v1/callees", name="Charge").json["callees"]
    far = get(server, "/v1/callees", name="Charge", depth=3).json["callees"]
    assert [c["node"]["name"] for c in near] == [ADD]
    assert ("shop//cart/cart.go::Cart.save", 2) in [(c["node"]["name"], c["depth"]) for c in far]


def test_several_fits_are_listed_and_none_is_picked(server):
    for path in ("/v1/node", "/v1/callers", "/v1/callees"):
        reply = get(server, path, name="Add").json
        assert reply["node"] is None
        assert [c["name"] for c in reply["candidates"]] == [ADD, "shop//pay/pay.go::Till.Add"]


def test_an_unknown_node_answers_with_the_nearest_names(server):
    for path in ("/v1/node", "/v1/callers", "/v1/callees"):
        answer = get(server, path, name="Cart.Ad")
        assert answer.status == 404
        assert ADD in answer.json["nearest"]


@pytest.mark.parametrize(
    ("path", "arguments", "where"),
    [
        ("/v1/search", {}, "q"),
        ("/v1/search", {"q": ""}, "q"),
        ("/v1/search", {"q": "  "}, "q"),
        ("/v1/search", {"q": "x", "limit": 0}, "limit"),
        ("/v1/search", {"q": "x", "limit": 1000}, "limit"),
        ("/v1/search", {"q": "x", "limit": "many"}, "limit"),
        ("/v1/search", {"q": ["x", "y"]}, "q"),
        ("/v1/search", {"q": "x" * 5000}, "q"),
        ("/v1/search", {"q": "x", "kind": "funktion"}, "kind"),
        ("/v1/search", {"q": "x", "order": "beauty"}, "order"),
        ("/v1/node", {}, "name"),
        ("/v1/node", {"name": "Cart", "cursor": "nonsense"}, "cursor"),
        ("/v1/callers", {"name": "Cart.Add", "depth": 11}, "depth"),
        ("/v1/callers", {"name": "Cart.Add", "deep": 1}, "deep"),
    ],
)
def test_bad_arguments_are_400_and_named(server, path, arguments, where):
    answer = get(server, path, **arguments)
    assert answer.status == 400
    error = answer.json
    assert where in error["detail"] + error.get("where", "")


def test_an_argument_that_is_none_is_named(server):
    answer = server.ask("/v1/search?query=cart")
    assert answer.status == 400
    assert answer.json["detail"] == "there is no argument 'query'"
    assert answer.json["hint"].startswith("the arguments are: q, ")


def test_an_unknown_label_is_404_and_names_those_that_are_here(server):
    for path, arguments in (("/v1/search", {"q": "x"}), ("/v1/node", {"name": "Cart"})):
        answer = get(server, path, map="shopp", **arguments)
        assert answer.status == 404
        assert answer.json["nearest"] == ["shop"]


@pytest.fixture(scope="module")
def both(two_maps):
    with serving(str(two_maps)) as running:
        yield running


def test_several_maps_are_asked_and_answer_apart(both):
    reply = get(both, "/v1/search", q="forecast of the weather").json
    assert {asked["label"] for asked in reply["maps"]} == {"shop", "weather"}
    labels = [found["map"] for found in reply["results"]]
    assert len(labels) <= 5
    assert labels == sorted(labels, key=[asked["label"] for asked in reply["maps"]].index)
    assert "weather//weather.py::forecast" in [found["name"] for found in reply["results"]]


def test_a_label_asks_that_map_alone(both):
    reply = get(both, "/v1/search", q="add", map="weather").json
    (asked,) = reply["maps"]
    assert (asked["label"], asked["reason"].partition(";")[0]) == ("weather", "label")
    assert {found["map"] for found in reply["results"]} <= {"weather"}


def test_a_whole_name_asks_its_map_alone(both):
    reply = get(both, "/v1/search", q=ADD).json
    assert [asked["label"] for asked in reply["maps"]] == ["shop"]
    assert reply["results"][0]["name"] == ADD


def test_a_hint_reduces_the_maps_to_one(both):
    for hint, label in (("rain and temperature", "weather"), ("buying things in a shop", "shop")):
        asked = get(both, "/v1/search", q="add", hint=hint).json["maps"]
        assert [one["label"] for one in asked] == [label]
        assert asked[0]["score"] is not None


def test_a_name_is_looked_for_in_every_map(both):
    assert get(both, "/v1/node", name="forecast").json["node"]["name"] == "weather//weather.py::forecast"
    assert get(both, "/v1/callers", name="smooth").json["callers"]
    candidates = get(both, "/v1/node", name="README.md").json["candidates"]
    assert [c["name"] for c in candidates] == ["shop//README.md", "weather//README.md"]
    answer = get(both, "/v1/node", name="forecasst")
    assert answer.status == 404
    assert "weather//weather.py::forecast" in answer.json["nearest"]


def test_a_map_without_vectors_is_searched_by_words_and_says_so(tmp_path):
    file = build(FILES, tmp_path, embedder="none")
    with serving(str(file)) as server:
        reply = get(server, "/v1/search", q="put an item into the cart").json
    assert reply["results"][0]["name"] == ADD
    assert "words" in reply["maps"][0]["reason"]


# --- the table, without a server ------------------------------------------------------------


def test_names_commands_and_paths_are_each_used_once():
    for names in (
        [tool.name for tool in TOOLS],
        [tool.command for tool in TOOLS],
        [tool.path for tool in TOOLS],
    ):
        assert len(set(names)) == len(names)


def test_values_may_come_as_text_alone_or_as_null():
    question = BY_NAME["search_graph"].read(
        {"q": "x", "limit": "7", "map": "shop", "kind": None, "explain": "1"}
    )
    assert (question.limit, question.map, question.kind, question.explain) == (7, ["shop"], "", True)


@pytest.mark.parametrize(
    "arguments", [{"q": 5}, {"q": {"a": 1}}, {"q": "x", "map": [1]}, {"q": "x", "attr": {}}]
)
def test_values_of_another_type_are_refused(arguments):
    with pytest.raises(UsageError):
        BY_NAME["search_graph"].read(arguments)


TEXT = "who reads " * 100_000
_OPEN = {msgspec.inspect.StrType: [TEXT], msgspec.inspect.ListType: [["a"] * 100_000, [TEXT]]}
_OPEN_ENDED = [
    (tool, field.name, value)
    for tool in TOOLS
    for field in msgspec.inspect.type_info(tool.question).fields
    for value in _OPEN.get(type(getattr(field.type, "type", field.type)), ())
]


@pytest.mark.parametrize(
    ("tool", "field", "value"), _OPEN_ENDED, ids=[f"{tool.name} {field}" for tool, field, _ in _OPEN_ENDED]
)
def test_every_argument_has_an_end_that_is_told(tool, field, value):
    given = {tool.argument: "x"} if tool.argument else {}
    with pytest.raises(UsageError, match=r"'\w+' is too long: \d+ (characters|entries) are the most"):
        tool.read(given | {field: value})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"limit": "five"}, "'limit' takes a whole number"),
        ({"explain": 7}, "'explain' takes true or false"),
        ({"path": [1]}, "'path' takes text"),
        ({"limit": 0}, "'limit' is at least 1"),
        ({"limit": "101"}, "'limit' is at most 100"),
        ({"order": "age"}, "'order' cannot be 'age'"),
        ({"order": TEXT}, f"'order' cannot be '{TEXT[:100]}'"),
    ],
)
def test_what_an_argument_cannot_be_is_told_in_plain_words(arguments, told):
    with pytest.raises(UsageError) as caught:
        BY_NAME["search_graph"].read({"q": "x"} | arguments)
    assert caught.value.message == told


def test_an_empty_word_of_a_list_is_told():
    with pytest.raises(UsageError, match="'tags' is empty"):
        BY_NAME["write_note"].read({"text": "x", "tags": ["a", ""]})


@pytest.mark.parametrize("name", ["get_graph_node", "x" * 100_000])
def test_what_is_refused_for_its_length_is_not_repeated(server, name):
    arguments = {"name": "Add", "map": [TEXT[:800_000]], TEXT[:50_000]: 1}
    call = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    headers = {"Content_Type": "application/json", "Accept": "application/json, text/event-stream"}
    reply = server.ask("/mcp", method="POST", body=json.dumps(call).encode(), **headers)
    assert reply.status == 200
    assert len(reply.body) < 1000
