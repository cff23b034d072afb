"""`search`, `node`, `callers`, `callees`, `maps`: on files, on a server, and on the map one stands in."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from tests.serve.running import serving
from tests.serve.shop import FILES, OTHER, build
from xray_graph.cli import run

ADD = "shop//cart/cart.go::Cart.Add"
SEARCH = ["search", "put an item into the cart"]
QUESTIONS = [
    SEARCH,
    ["search", "cart", "--kind", "struct", "--path", "cart/", "--attr", "exported", "--limit", "3"],
    ["search", "*", "--kind", "method", "--order", "callers", "--hint", "a shop"],
    ["node", "Cart.Add"],
    ["node", "Add"],
    ["callers", "Cart.Add", "--depth", "2"],
    ["callees", "Charge", "--depth", "3", "--limit", "1"],
    ["maps"],
]


@pytest.fixture(scope="module")
def maps(tmp_path_factory):
    folder = tmp_path_factory.mktemp("maps")
    build(FILES, folder)
    build(OTHER, folder, "weather")
    return folder


@pytest.fixture(scope="module")
def server(maps):
    with serving(str(maps)) as running:
        yield running


def asked(capfd, *arguments):
    code = run(["graph", *map(str, arguments)])
    shown, beside = capfd.readouterr()
    return code, shown, beside


def test_a_search_reads_well(maps, capfd):
    code, shown, beside = asked(capfd, *SEARCH, "--map", maps / "shop.graph.gz")
    assert (code, beside) == (0, "")
    assert shown.startswith(f"1. {ADD} (method, cart/cart.go:16-19)\n")


def test_services_are_listed_or_one_is_named(tmp_path, capfd):
    compose = "services:\n  web:\n    image: web:1\n  store:\n    image: store:1\n"
    build({"compose.yaml": compose}, tmp_path)
    code, shown, _ = asked(capfd, "services", "--map", tmp_path)
    assert code == 0
    assert "web:1" in shown
    assert "store:1" in shown
    code, shown, _ = asked(capfd, "services", "web", "--map", tmp_path)
    assert code == 0
    assert "web:1" in shown
    assert "store:1" not in shown
    code, _, beside = asked(capfd, "services", "webb", "--map", tmp_path)
    assert code == 1
    assert "no service is called 'webb'" in beside


@pytest.mark.parametrize(
    ("query", "first"), [("put an item into the cart", "shop"), ("forecast of rain", "weather")]
)
def test_of_few_maps_the_nearest_answers_first(maps, capfd, query, first):
    _, shown, _ = asked(capfd, "search", query, "--map", maps, "--json")
    found = json.loads(shown)
    assert found["results"][0]["map"] == first
    assert [one["label"] for one in found["maps"]] == sorted(["shop", "weather"], key=first.__ne__)


def test_a_node_comes_with_its_text(maps, capfd):
    _, shown, _ = asked(capfd, "node", ADD, "--map", maps)
    assert "Add puts an item into the cart and saves it." in shown
    assert "← calls shop//pay/pay.go::Charge at pay/pay.go:8 (receiver)" in shown
    assert "c.Items = append(c.Items, item)" in shown


def test_each_map_of_several_has_its_own_order(maps, capfd):
    _, shown, _ = asked(capfd, "search", "city", "--limit", "4", "--map", maps)
    ranks = [line.split()[:2] for line in shown.splitlines() if line[0].isdigit()]
    by_map = {}
    for rank, name in ranks:
        by_map.setdefault(name.partition("//")[0], []).append(rank)
    assert len(by_map) == 2
    assert all(told == [f"{k}." for k in range(1, len(told) + 1)] for told in by_map.values())


@pytest.mark.parametrize("name", ["limit", "name", "find_callers", "services"])
def test_a_name_is_quoted_as_it_was_given(maps, capfd, name):
    code, _, beside = asked(capfd, "node", name, "--map", maps / "shop.graph.gz")
    assert code == 1
    assert f"no node is named '{name}'" in beside


def test_a_label_is_told_as_it_is(tmp_path, capfd):
    compose = {"compose.yaml": "services:\n  web:\n    image: web:1\n"}
    build(FILES | compose, tmp_path, "shop-services")
    build(OTHER | compose, tmp_path, "weather")
    code, _, beside = asked(capfd, "services", "--map", tmp_path)
    assert code == 2
    assert "one of shop-services, weather\n" in beside


def test_a_question_need_not_be_quoted(maps, capfd):
    question = "which function charges the card"
    quoted = asked(capfd, "search", question, "--map", maps)
    assert asked(capfd, "search", *question.split(), "--map", maps) == quoted
    assert quoted[0] == 0


def test_a_filter_that_nothing_passes_is_told(maps, capfd):
    shop = maps / "shop.graph.gz"
    told = {
        ("--attr", "exprted"): "no node has the attribute 'exprted'; did you mean exported?",
        ("--path", "crat/"): "no path begins with 'crat/'",
        ("--kind", "endpoint"): "there is no endpoint",
    }
    for flags, reason in told.items():
        _, shown, _ = asked(capfd, "search", "cart", *flags, "--map", shop)
        assert shown.startswith("Nothing was found.\nasked shop: ")
        assert shown.endswith(f"; nothing passes the filters: {reason}\n")
    _, shown, _ = asked(capfd, "search", "cart", "--attr", "exported", "--map", shop)
    assert "nothing passes" not in shown


def test_names_are_a_line_each_and_no_file_begins_at_line_0(repo, tmp_path, capfd):
    root = repo({"go.mod": "module x\n", "Makefile": "all:\n", "a\nb.py": "def f():\n    return 1\n"})
    assert asked(capfd, "build", root, "-o", tmp_path / "odd", "--no-embed")[0] == 0
    _, shown, _ = asked(capfd, "node", "f", "--map", tmp_path / "odd")
    assert shown.startswith("shop//a\\x0ab.py::f (function, a\\x0ab.py:1-2)\n")
    _, shown, _ = asked(capfd, "node", "Makefile", "--map", tmp_path / "odd")
    assert shown.startswith("shop//Makefile (file, Makefile)\n")
    _, shown, _ = asked(capfd, "node", "shop//", "--map", tmp_path / "odd")
    assert shown.startswith("shop// (repository)\n")


def test_a_node_says_what_it_is_and_which_calls_lead_out_of_the_map(repo, tmp_path, capfd):
    root = repo({"a.py": "import os\n\n\ndef test_f():\n    os.getcwd()\n    os.getpid()\n"})
    assert asked(capfd, "build", root, "-o", tmp_path / "m", "--no-embed")[0] == 0
    _, shown, _ = asked(capfd, "node", "test_f", "--map", tmp_path / "m")
    assert "\nhas calls without an edge: 2 external\n" in shown


def test_who_asks_what_calls_a_type_is_told_where_its_users_are(maps, capfd):
    _, shown, _ = asked(capfd, "callers", "Till", "--map", maps / "shop.graph.gz")
    assert "No caller is declared in the map.\nIts kind is struct: " in shown
    _, shown, _ = asked(capfd, "callees", "pay.go::Till.Add", "--map", maps / "shop.graph.gz")
    assert "Its kind" not in shown


def test_callers_mark_tests(maps, capfd):
    _, shown, _ = asked(capfd, "callers", ADD, "--map", maps)
    assert "  shop//pay/pay.go::Charge at pay/pay.go:8 (receiver)" in shown
    assert "  shop//cart/cart_test.go::TestAdd [test] at cart/cart_test.go:7 (construction)" in shown


def test_several_fits_are_listed(maps, capfd):
    code, shown, _ = asked(capfd, "node", "Add", "--map", maps)
    assert code == 0
    assert ADD in shown
    assert "shop//pay/pay.go::Till.Add" in shown


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_a_server_answers_as_the_files_do(maps, server, capfd, question):
    code, from_files, _ = asked(capfd, *question, "--map", maps, "--json")
    assert code == 0
    code, from_server, _ = asked(capfd, *question, "--server", server.url, "--json")
    assert code == 0
    assert json.loads(from_server) == json.loads(from_files)
    assert asked(capfd, *question, "--map", maps)[1] == asked(capfd, *question, "--server", server.url)[1]


def test_a_label_chooses_among_the_maps(maps, server, capfd):
    for where in (["--map", str(maps)], ["--server", server.url]):
        code, shown, _ = asked(capfd, *SEARCH, *where, "--map", "weather", "--json")
        assert code == 0
        assert [one["label"] for one in json.loads(shown)["maps"]] == ["weather"]


def test_the_environment_names_a_server_and_a_file_is_nearer(maps, server, capfd, monkeypatch):
    monkeypatch.setenv("XRAY_GRAPH_SERVER", server.url)
    assert asked(capfd, "maps")[1].count("searched by") == 2
    assert asked(capfd, "maps", "--map", maps / "shop.graph.gz")[1].count("searched by") == 1
    code, _, beside = asked(capfd, "maps", "--server", server.url, "--map", maps / "shop.graph.gz")
    assert code == 2
    assert "--map" in beside


def test_without_either_the_map_one_stands_in_is_asked(tmp_path, capfd, monkeypatch):
    (tmp_path / ".xray").mkdir()
    build(FILES, tmp_path / ".xray")
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert asked(capfd, *SEARCH)[1].startswith(f"1. {ADD}")
    assert asked(capfd, *SEARCH, "--map", "shop")[0] == 0


def test_a_map_that_lags_behind_its_work_tree_says_so(repo, capfd, monkeypatch):
    root = repo(
        {"a.py": "def add():\n    pass\n", "b.py": "x = 1\n", "c.py": "y = 1\n"}, git=True, name="shop"
    )
    monkeypatch.chdir(root)
    assert asked(capfd, "build", ".")[0] == 0
    (root / "b.py").touch()
    for question in (["search", "add"], ["callers", "add"], ["node", "add"]):
        assert "Note" not in asked(capfd, *question)[1]
    (root / "a.py").write_text("def add():\n    return 1\n")
    (root / "c.py").unlink()
    for question in (["search", "add"], ["callers", "add"], ["node", "add"]):
        assert "Note: changed since and not taken in yet: a.py, c.py." in asked(capfd, *question)[1]
    fresh = json.loads(asked(capfd, "callers", "add", "--json")[1])["freshness"]
    assert fresh["stale_files"] == ["a.py", "c.py"]
    written = (root / ".xray" / "shop.graph.gz").stat().st_mtime
    assert dt.datetime.fromisoformat(fresh["indexed_at"]).timestamp() == int(written)


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        (["search", ""], 2, "empty"),
        (["search", "  "], 2, "empty"),
        (["search", "x", "--limit", "0"], 2, "limit"),
        (["search", "x", "--order", "beauty"], 2, "order"),
        (["search", "x", "--kind", "funktion"], 2, "function"),
        (["search", "x", "--map", "shopp"], 1, "shop"),
        (["callers", "Cart.Add", "--depth", "99"], 2, "depth"),
        (["callers", "Cart.Ad"], 1, ADD),
        (["node", "Cart", "--cursor", "zzz"], 2, "cursor"),
    ],
)
def test_what_cannot_be_answered_ends_with_its_code(maps, server, capfd, arguments, code, word):
    for where in (["--map", str(maps)], ["--server", server.url]):
        ended, shown, beside = asked(capfd, *arguments, *where)
        assert (ended, shown) == (code, ""), where
        assert word in beside


def test_wrong_usage_needs_no_file_and_no_server(capfd):
    for where in (["--map", "missing.graph.gz"], ["--server", "http://127.0.0.1:9"]):
        assert asked(capfd, "search", "x", "--limit", "0", *where)[0] == 2


def test_a_token_is_sent_and_asked_for(maps, capfd, monkeypatch):
    with serving(str(maps), XRAY_GRAPH_TOKEN="s3cret") as guarded:
        code, shown, beside = asked(capfd, *SEARCH, "--server", guarded.url)
        assert (code, shown) == (4, "")
        assert "XRAY_GRAPH_TOKEN" in beside
        monkeypatch.setenv("XRAY_GRAPH_TOKEN", "s3cret")
        assert asked(capfd, *SEARCH, "--server", guarded.url)[0] == 0


@pytest.mark.parametrize(
    "url", ["127.0.0.1:80", "ftp://x", "http://", "http://u:p@x", "http://x:99999", "http://x?y"]
)
def test_an_address_that_is_none_is_wrong_usage(capfd, url):
    code, _, beside = asked(capfd, *SEARCH, "--server", url)
    assert code == 2
    assert "http://HOST:PORT" in beside


def test_a_server_that_is_not_there_ends_with_1(capfd):
    import socket

    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}"
        code, _, beside = asked(capfd, *SEARCH, "--server", url)
    assert code == 1
    assert url in beside
    assert "xray graph serve" in beside


def test_a_server_of_another_kind_ends_with_1(capfd):
    """It redirects, as a login page does: nothing is followed and no token goes elsewhere."""
    import http.server
    import threading

    seen = []

    class Redirect(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(self.path)
            self.send_response(302 if len(seen) == 1 else 200)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"hi")

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Redirect) as other:
        thread = threading.Thread(target=other.serve_forever)
        thread.start()
        url = f"http://127.0.0.1:{other.server_port}"
        first, second = asked(capfd, *SEARCH, "--server", url), asked(capfd, *SEARCH, "--server", url)
        other.shutdown()
        thread.join()
    assert len(seen) == 2
    for code, _, beside in (first, second):
        assert code == 1
        assert "right address" in beside


WRONG = {
    "a number out of bounds": (["search", "x", "--limit", "0"], "--limit"),
    "an empty question": (["search", " "], "QUERY is empty"),
    "an unknown kind": (["search", "x", "--kind", "fun"], "--kind"),
    "a cursor of nothing": (["node", "Cart", "--cursor", "x"], "--cursor"),
    "a label that no map has": (["search", "x", "--map", "nope"], "'nope'"),
    "a depth out of bounds": (["callers", "Cart.Add", "--depth", "99"], "--depth"),
}


@pytest.mark.parametrize("what", WRONG)
def test_errors_speak_of_what_was_typed(maps, capfd, what):
    arguments, expected = WRONG[what]
    code, shown, beside = asked(capfd, *arguments, "--map", maps)
    assert code in {1, 2}
    assert not shown
    assert expected in beside
    for word in ("$.", "search_graph", "get_graph_node", "the arguments are"):
        assert word not in beside


def test_a_label_where_there_is_no_map_is_told_as_such(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    code, _, beside = asked(capfd, "search", "x", "--map", "nope")
    assert code == 1
    assert "'nope' is no file or folder here" in beside
    assert "--map nope" in beside


def test_a_reply_that_was_cut_says_so(maps, capfd):
    _, shown, _ = asked(capfd, "search", "cart", "--limit", "50", "--map", maps / "shop.graph.gz")
    assert "cut to 20 results" in shown
    _, shown, _ = asked(capfd, "search", "cart", "--limit", "20", "--map", maps / "shop.graph.gz")
    assert "cut to" not in shown


def test_an_explained_search_shows_ranks_and_times(maps, capfd):
    _, shown, _ = asked(capfd, *SEARCH, "--explain", "--map", maps / "shop.graph.gz")
    assert "words #1" in shown
    assert "asked shop: the only map" in shown
    assert "total" in shown.splitlines()[-1]
