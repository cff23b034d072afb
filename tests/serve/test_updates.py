"""A served repository takes changes in: by `POST /v1/update`, by its watch, and writes them to its snapshot."""

from __future__ import annotations

import json

import pytest

from tests.serve.running import serving, until
from tests.serve.shop import FILES
from xray_graph import pipeline, testing
from xray_graph.config import BuildSettings
from xray_graph.snapshot import read_header

ADD = "cart/cart.go::Cart.Add"
REFUND = """package pay

import "example.com/shop/cart"

// Refund gives the money back.
func Refund(c *cart.Cart) error {
	return c.Add("refund")
}
"""


@pytest.fixture
def root(tmp_path):
    return testing.repo(FILES, tmp_path / "shop", git=True)


@pytest.fixture
def server(root):
    """A server that takes in only what it is told of."""
    with serving(str(root), "--no-watch", "--flush-after", "0") as running:
        until(lambda: running.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        yield running


def post(server, path="/v1/update", **asked):
    return server.ask(path, method="POST", body=json.dumps(asked).encode())


def updated(server, **asked):
    answer = post(server, **asked)
    assert answer.status == 200, answer.json
    return answer.json


def callers(server, name=ADD):
    return [
        entry["node"]["name"].partition("::")[2]
        for entry in server.ask(f"/v1/callers?name={name}").json["callers"]
    ]


def digest_of_a_build(root, tmp_path):
    file, _ = pipeline.write(pipeline.build(root, BuildSettings()), tmp_path)
    return read_header(file).content_digest.hex()


def test_an_edit_is_answered_from_at_once(server, root):
    assert callers(server) == ["Charge", "TestAdd"]
    testing.write(root, {"pay/refund.go": REFUND})
    reply = updated(server, files=["pay/refund.go"])
    assert reply["updated"] == ["pay/refund.go"]
    assert set(reply) == {
        "updated", "unchanged", "removed", "skipped", "unowned", "nodes", "edges", "resolved", "embedded",
        "seconds", "maps", "written",
    }  # fmt: skip
    assert reply["nodes"] > 0
    assert reply["resolved"] >= 1
    assert reply["seconds"]["parse"] >= 0
    (map_,) = reply["maps"]
    assert (map_["label"], map_["version"]) == ("shop", 2)
    assert map_["freshness"]["work_tree"] == str(root)
    assert callers(server) == ["Charge", "Refund", "TestAdd"]


def test_callers_survive_an_edit_of_the_callee(server, root):
    testing.write(root, {"cart/cart.go": "// A word.\n" + FILES["cart/cart.go"]})
    updated(server, files=[str(root / "cart/cart.go")])
    assert callers(server) == ["Charge", "TestAdd"]


def test_a_file_that_is_gone_leaves_nothing(server, root):
    (root / "pay/pay.go").unlink()
    assert updated(server, files=["pay/pay.go"])["removed"] == ["pay/pay.go"]
    assert callers(server) == ["TestAdd"]
    assert server.ask("/v1/node?name=pay/pay.go").status == 404


def test_a_renamed_folder(server, root):
    (root / "pay").rename(root / "paid")
    reply = updated(server, files=["pay", "paid"])
    assert (reply["updated"], reply["removed"]) == (["paid/pay.go"], ["pay/pay.go"])
    found = server.ask(f"/v1/callers?name={ADD}").json["callers"]
    assert [entry["node"]["path"] for entry in found] == ["paid/pay.go", "cart/cart_test.go"]


def test_without_a_name_the_whole_tree_is_looked_at(server, root):
    testing.write(root, {"pay/refund.go": REFUND, "README.md": "# Other\n"})
    (root / "cart/cart_test.go").unlink()
    reply = updated(server)
    assert reply["updated"] == ["README.md", "pay/refund.go"]
    assert reply["removed"] == ["cart/cart_test.go"]
    assert updated(server)["updated"] == []


def test_a_revision(server, root):
    testing.write(root, {"pay/refund.go": REFUND, "README.md": "# Other\n"})
    testing.commit(root, "second")
    reply = updated(server, since="HEAD~1")
    assert reply["updated"] == ["README.md", "pay/refund.go"]
    answer = post(server, since="nothing-like-it")
    assert answer.status == 400
    assert "nothing-like-it" in answer.json["detail"]
    assert post(server, since="HEAD\0").status == 400
    assert updated(server)["updated"] == []


def test_what_has_no_content_says_why(server, root):
    testing.write(root, {".gitignore": "*.log\n", "x.log": "x", "key.pem": "x", "logo.png": b"\x89PNG\0"})
    reply = updated(server, files=[".gitignore", "x.log", "key.pem", "logo.png", "nothing.go"])
    assert {skip["path"]: skip["reason"] for skip in reply["skipped"]} == {
        "key.pem": "secret", "logo.png": "binary", "x.log": "ignored"
    }  # fmt: skip
    assert reply["unchanged"] == ["nothing.go"]


def test_a_path_of_nobody_is_not_read(server, root, tmp_path):
    testing.write(tmp_path, {"secret.go": "package secret\n\nfunc Hidden() {}\n"})
    (root / "away").symlink_to(tmp_path)
    paths = ["../secret.go", "cart/../../secret.go", "away/secret.go", f"{tmp_path}/secret.go"]
    reply = updated(server, files=paths)
    assert reply["unowned"] == paths
    assert reply["updated"] == reply["skipped"] == []
    assert server.ask("/v1/node?name=Hidden").status == 404


def test_relative_names_count_from_the_folder(server, root, tmp_path):
    testing.write(root, {"pay/refund.go": REFUND})
    assert updated(server, files=["refund.go"], folder=str(root / "pay"))["updated"] == ["pay/refund.go"]
    assert updated(server, files=["refund.go"], folder=str(tmp_path))["unowned"] == ["refund.go"]
    assert updated(server, folder=str(tmp_path / "elsewhere"))["unowned"] == [str(tmp_path / "elsewhere")]


def test_a_name_that_is_no_utf_8(server, root):
    name = b"caf\xe9.go".decode("utf-8", "surrogateescape")
    (root / name).write_text("package shop\n\nfunc Coffee() {}\n")
    reply = updated(server, files=[name])
    assert reply["updated"] == ["caf\\xe9.go"]
    assert server.ask("/v1/node?name=Coffee").json["node"]["path"] == "caf\\xe9.go"


def test_a_body_that_asks_for_nothing_sensible(server):
    for body, word in (
        (b"{", "line 1"),
        (b"[]", "object"),
        (b'{"files": "a.go"}', "files"),
        (b'{"filez": []}', "it may hold: files, since, "),
        (b'{"map": ["depot"]}', "depot"),
        (b'{"files": ["a"], "folder": "cart"}', "absolute"),
        (b"[" * 100_000, "body"),
    ):
        answer = server.ask("/v1/update", method="POST", body=body)
        assert answer.status in {400, 404}, body[:20]
        assert word in answer.body.decode()


def test_a_flush_writes_what_a_build_would(server, root, tmp_path):
    testing.write(root, {"pay/refund.go": REFUND})
    reply = updated(server, files=["pay/refund.go"], flush=True)
    (written,) = reply["written"]
    assert written["file"] == str(root / ".xray" / "shop.graph.gz")
    assert written["content_digest"] == digest_of_a_build(root, tmp_path)
    assert post(server, "/v1/flush").json == {"written": [written]}
    assert post(server, "/v1/flush", map=["depot"]).status == 404


def test_the_last_state_is_written_at_the_end(server, root, tmp_path):
    testing.write(root, {"pay/refund.go": REFUND})
    updated(server)
    snapshot, digest = root / ".xray" / "shop.graph.gz", digest_of_a_build(root, tmp_path)
    assert not snapshot.exists() or read_header(snapshot).content_digest.hex() != digest
    assert server.stop() == 0
    assert read_header(snapshot).content_digest.hex() == digest


def test_a_folder_that_cannot_be_written_fails_at_the_end_and_not_before(root, tmp_path):
    folder = tmp_path / "maps"
    with serving(str(root), "--no-watch", "--flush-after", "0", "-o", str(folder)) as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        assert not folder.exists()  # nobody asked for a snapshot
        folder.write_text("in the way")
        (root / "pay/pay.go").unlink()
        updated(server)
        assert post(server, "/v1/flush").status == 500
        assert callers(server) == ["TestAdd"]
        assert server.stop() == 1


def test_an_earlier_map_answers_until_the_present_one_is_there(root, tmp_path):
    (root / ".xray").mkdir()
    pipeline.write(pipeline.build(root, BuildSettings()), root / ".xray")
    (root / "pay/pay.go").unlink()
    with serving(str(root), "--no-watch") as server:
        first = server.ask(f"/v1/callers?name={ADD}").json
        assert first["freshness"]["work_tree"] == str(root)
        until(lambda: callers(server) == ["TestAdd"])
        assert "note" not in server.ask(f"/v1/callers?name={ADD}").json["freshness"]


def test_answers_say_how_fresh_they_are(server, root):
    fresh = server.ask(f"/v1/callers?name={ADD}").json["freshness"]
    assert fresh["commit"] == testing.git(root, "rev-parse", "HEAD")
    assert (fresh["dirty"], fresh["stale_files"]) == (False, [])
    assert fresh["indexed_at"].endswith("Z")
    testing.write(root, {"pay/pay.go": FILES["pay/pay.go"] + "\n// more\n"})

    def stale():
        return server.ask(f"/v1/callers?name={ADD}").json["freshness"]["stale_files"] == ["pay/pay.go"]

    until(stale)
    assert server.ask("/v1/search?q=charge").json["maps"][0]["freshness"]["stale_files"] == ["pay/pay.go"]
    assert server.ask("/v1/maps").json["maps"][0]["freshness"]["stale_files"] == ["pay/pay.go"]
    updated(server)
    fresh = server.ask(f"/v1/node?name={ADD}").json["freshness"]
    assert (fresh["dirty"], fresh["stale_files"]) == (True, [])


def test_two_repositories_each_get_what_is_theirs(root, tmp_path):
    depot = testing.repo(
        {"go.mod": "module depot\n", "a.go": "package depot\n"}, tmp_path / "depot", git=True
    )
    with serving(str(root), str(depot), "--no-watch", "--flush-after", "0") as server:
        until(lambda: {m["state"] for m in server.ask("/v1/maps").json["maps"]} == {"ready"})
        testing.write(root, {"pay/refund.go": REFUND})
        testing.write(depot, {"a.go": "package depot\n\nfunc Store() {}\n"})
        reply = updated(server, files=[str(root / "pay/refund.go"), str(depot / "a.go"), "a.go"])
        assert sorted(reply["updated"]) == ["a.go", "pay/refund.go"]
        assert reply["unowned"] == ["a.go"]  # of which of the two?
        assert [map_["label"] for map_ in reply["maps"]] == ["shop", "depot"]
        assert [map_["label"] for map_ in updated(server, folder=str(depot))["maps"]] == ["depot"]
        assert [map_["label"] for map_ in updated(server, folder=str(tmp_path))["maps"]] == ["shop", "depot"]
        assert [map_["label"] for map_ in updated(server, map=["shop"])["maps"]] == ["shop"]


def test_a_watch_takes_in_whatever_happens(root, tmp_path):
    testing.write(root, {".gitignore": "*.log\nnode_modules/\n"})
    testing.commit(root, "rules")
    with serving(str(root), "--flush-after", "0.1") as server:
        until(lambda: server.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        testing.write(root, {"pay/refund.go": REFUND})
        until(lambda: callers(server) == ["Charge", "Refund", "TestAdd"])
        testing.write(root, {"new/deep/x.go": REFUND.replace("pay", "deep").replace("Refund", "Deep")})
        until(lambda: "Deep" in callers(server))
        testing.write(root, {"new/deep/y.go": REFUND.replace("pay", "deep").replace("Refund", "Deeper")})
        until(lambda: "Deeper" in callers(server))
        (root / "new").rename(tmp_path / "elsewhere")
        until(lambda: callers(server) == ["Charge", "Refund", "TestAdd"])
        testing.commit(root, "refund")
        head = testing.git(root, "rev-parse", "HEAD")
        until(lambda: server.ask("/v1/maps").json["maps"][0]["freshness"]["commit"] == head)
        testing.git(root, "checkout", "--quiet", "HEAD~1")
        until(lambda: callers(server) == ["Charge", "TestAdd"])
        testing.write(root, {".gitignore": "pay/\n*.log\n"})
        testing.git(root, "rm", "--quiet", "--cached", "-r", "pay")
        until(lambda: callers(server) == ["TestAdd"])
        digest = digest_of_a_build(root, tmp_path)
        snapshot = root / ".xray" / "shop.graph.gz"
        until(lambda: snapshot.exists() and read_header(snapshot).content_digest.hex() == digest)


def test_readers_meanwhile_get_whole_answers(server, root):
    """Each answer is of one version: the count of callers belongs to the commit that is told."""
    import threading

    wrong: list[object] = []
    done = threading.Event()

    def read():
        while not done.is_set():
            answer = server.ask(f"/v1/callers?name={ADD}")
            names = {entry["node"]["name"] for entry in answer.json.get("callers", ())}
            if answer.status != 200 or len(names) not in {2, 3}:
                wrong.append(answer)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(10):
        testing.write(root, {"pay/refund.go": REFUND})
        updated(server, files=["pay/refund.go"])
        (root / "pay/refund.go").unlink()
        updated(server, files=["pay/refund.go"])
    done.set()
    for reader in readers:
        reader.join()
    assert not wrong
