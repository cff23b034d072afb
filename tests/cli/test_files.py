"""`inspect`, `verify` and `export`: what they print, and how they end on a file that is none."""

from __future__ import annotations

import json
import subprocess
import xml.etree.ElementTree as ET

import pytest

from tests.serve.running import PROGRAM, environment
from tests.serve.shop import FILES, build
from xray_graph.cli import run
from xray_graph.snapshot import layout


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return build(FILES, tmp_path_factory.mktemp("maps"))


def printed(capfd, *arguments):
    code = run(["graph", *map(str, arguments)])
    shown, beside = capfd.readouterr()
    return code, shown, beside


def test_inspect_reads_well_and_as_json(shop, capfd):
    code, shown, beside = printed(capfd, "inspect", shop)
    assert (code, beside) == (0, "")
    for word in ("map        shop", "digest", "3 go", "method", "calls", "strings"):
        assert word in shown
    code, shown, _ = printed(capfd, "inspect", shop, "--json")
    header = json.loads(shown)
    assert header["label"] == "shop"
    assert header["repositories"][0]["commit"]
    assert header["summary"]["dims"] == 256


def test_verify_says_what_holds(shop, capfd):
    code, shown, beside = printed(capfd, "verify", shop, "--json")
    assert (code, beside) == (0, "")
    told = json.loads(shown)
    assert told["ok"] is True
    assert (
        told["content_digest"] == json.loads(printed(capfd, "inspect", shop, "--json")[1])["content_digest"]
    )
    assert "holds" in printed(capfd, "verify", shop)[1]


@pytest.mark.parametrize(
    "command", ["inspect", "verify", "export --format nodes", "maps --map", "search x --map"]
)
def test_files_that_are_no_map_end_with_their_code(shop, tmp_path, capfd, command):
    newer = bytearray(shop.read_bytes())
    newer[16] = layout.VERSION + 1  # the version, where the gzip header's extra field begins
    cases = {
        "missing.graph.gz": (None, 1, "cannot open"),
        "junk.graph.gz": (b"hello", 4, "not a snapshot"),
        "newer.graph.gz": (bytes(newer), 4, "upgrade"),
        "cut.graph.gz": (shop.read_bytes()[:300], 4, "damaged"),
        "sealed.graph.gz": (b"age-encryption.org/v1\n", 4, "sealed"),
        "empty.graph.gz": (b"", 4, "not a snapshot"),
    }
    for name, (data, expected, word) in cases.items():
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        code, shown, beside = printed(capfd, *command.split(), path)
        assert (code, shown) == (expected, ""), name
        assert word in beside or "no such file" in beside, name
        assert str(path) in beside
        assert "Traceback" not in beside
    if command.startswith(("inspect", "verify", "export")):
        assert "name the files in it" in printed(capfd, *command.split(), tmp_path)[2]


def test_damage_in_the_body_is_found_by_verify(shop, tmp_path, capfd):
    data = bytearray(shop.read_bytes())
    data[-40] ^= 1
    (tmp_path / "x.graph.gz").write_bytes(data)
    code, shown, beside = printed(capfd, "verify", tmp_path / "x.graph.gz")
    assert (code, shown) == (4, "")
    assert "digest" in beside or "damaged" in beside


def test_export_writes_json_lines_in_the_pinned_shapes(shop, capfd):
    code, shown, _ = printed(capfd, "export", shop, "--format", "edges")
    assert code == 0
    calls = [row for row in map(json.loads, shown.splitlines()) if row["kind"] == "calls"]
    assert {
        "repo": "shop",
        "kind": "calls",
        "caller_path": "pay/pay.go",
        "caller_symbol": "Charge",
        "caller_line": 7,
        "call_path": "pay/pay.go",
        "call_line": 8,
        "callee_path": "cart/cart.go",
        "callee_symbol": "Cart.Add",
        "callee_line": 16,
        "evidence": "receiver",
        "dynamic": False,
    } in calls
    nodes = [json.loads(line) for line in printed(capfd, "export", shop, "--format", "nodes")[1].splitlines()]
    add = next(row for row in nodes if row["name"] == "shop//cart/cart.go::Cart.Add")
    assert set(add) == {
        "repo", "name", "kind", "language", "path", "line", "end_line", "name_line", "start_byte", "end_byte",
        "signature", "doc", "attributes",
    }  # fmt: skip


def test_export_for_other_programs(shop, capfd):
    code, shown, _ = printed(capfd, "export", shop, "--format", "graphml")
    assert code == 0
    assert ET.fromstring(shown).tag.endswith("graphml")
    assert printed(capfd, "export", shop, "--format", "dot")[1].startswith("digraph")


@pytest.mark.parametrize(
    "arguments", [[], ["--format", "csv"], ["--format", "dot", "--json"]], ids=["none", "unknown", "json"]
)
def test_export_in_no_format_is_wrong_usage(shop, capfd, arguments):
    code, shown, beside = printed(capfd, "export", shop, *arguments)
    assert (code, shown) == (2, "")
    assert "format" in beside or "json" in beside


def test_a_reader_that_has_enough_is_no_failure(shop):
    with subprocess.Popen(
        [*PROGRAM, "export", str(shop), "--format", "nodes"],
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as child:
        child.stdout.close()
        errors = child.stderr.read()
        assert child.wait(timeout=60) == 0
    assert errors == b""
