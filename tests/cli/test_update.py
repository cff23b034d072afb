"""`xray graph update`: which names it sends, to whom, what it prints, and how little it imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest

from tests.serve.running import PROGRAM, environment, run, serving, until
from tests.serve.shop import FILES
from tests.test_layers import run_static
from xray_graph import testing

MORE = "package pay\n\nfunc Refund() {}\n"


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return testing.repo(FILES, tmp_path_factory.mktemp("live") / "shop", git=True)


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def server(root, cache):
    with serving(str(root), "--no-watch", XDG_CACHE_HOME=cache) as running:
        until(lambda: running.ask("/v1/maps").json["maps"][0]["state"] == "ready")
        yield running


@pytest.fixture
def update(server, root, cache):
    """Run it in a folder of the repository; (what it printed as JSON, the process)."""

    def call(*arguments, folder="", stdin="", **variables):
        done = run(
            "update", "--json", *arguments, cwd=root / folder, stdin=stdin, XDG_CACHE_HOME=cache, **variables
        )
        return json.loads(done.stdout or "null"), done

    return call


def test_names_count_from_the_current_folder(update, root):
    testing.write(root, {"pay/refund.go": MORE})
    reply, done = update("refund.go", "../README.md", "../../x", folder="pay")
    assert done.returncode == 0
    assert reply["updated"] == ["pay/refund.go"]
    assert reply["unchanged"] == ["README.md"]
    assert reply["unowned"] == ["../../x"]


def test_names_on_standard_input(update, root):
    testing.write(root, {"pay/refund.go": MORE + "// 2\n"})
    assert update("-", stdin="pay/refund.go\nREADME.md\n")[0]["updated"] == ["pay/refund.go"]
    assert update(stdin="README.md\ncart/cart.go\n")[0]["unchanged"] == ["README.md", "cart/cart.go"]
    assert update("-z", "-", stdin="README.md\0go.mod\0")[0]["unchanged"] == ["README.md", "go.mod"]
    assert update("go.mod", "-", stdin="README.md\n")[0]["unchanged"] == ["README.md", "go.mod"]


@pytest.mark.parametrize(("name", "count"), [("a", 5001), ("pay/" + "folder/" * 500, 400)])
def test_more_names_than_a_request_holds_are_the_whole_tree(update, root, name, count):
    testing.write(root, {"pay/refund.go": MORE + f"// {name}\n"})
    reply, done = update("-", stdin="".join(f"{name}{k}.go\n" for k in range(count)))
    assert done.returncode == 0, done.stderr
    assert reply["updated"] == ["pay/refund.go"]
    assert not reply["unowned"]


def test_an_empty_list_asks_for_nothing(update):
    reply, done = update("-")
    assert (reply, done.returncode) == (None, 0)


def test_without_names_the_whole_tree_is_looked_at(update, root):
    testing.write(root, {"pay/refund.go": MORE + "// 3\n"})
    assert update(stdin="")[0]["updated"] == ["pay/refund.go"]


def test_a_pipe_that_stays_silent_is_no_list(server, root, cache):
    """Whoever starts us may leave a pipe open and never write to it."""
    testing.write(root, {"pay/refund.go": MORE + "// 4\n"})
    with subprocess.Popen(
        [*PROGRAM, "update", "--json"], cwd=root, env=environment(XDG_CACHE_HOME=cache),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as child:  # fmt: skip
        told = child.stdout.read()
        assert child.wait(timeout=60) == 0
    assert json.loads(told)["updated"] == ["pay/refund.go"]


def test_a_revision(update, root):
    testing.write(root, {"pay/refund.go": MORE + "// 5\n"})
    testing.commit(root, "refund")
    assert update("--since", "HEAD~1")[0]["updated"] == ["pay/refund.go"]
    _, done = update("--since", "no-such-thing")
    assert done.returncode == 2
    assert "no-such-thing" in done.stderr


def test_a_flush(update, root):
    reply, _ = update("--flush", "README.md")
    assert reply["written"][0]["file"] == str(root / ".xray" / "shop.graph.gz")
    assert (root / ".xray" / "shop.graph.gz").is_file()


def test_it_reads_well(server, root, cache):
    testing.write(root, {"pay/refund.go": MORE + "// 6\n", "key.pem": "x"})
    done = run("update", "pay/refund.go", "key.pem", "../x", "go.mod", cwd=root, XDG_CACHE_HOME=cache)
    assert done.stdout.startswith("1 updated, 1 up to date, 1 skipped, 1 unowned; shop: ")
    assert "skipped key.pem: secret" in done.stderr
    assert "../x: in no repository that is served" in done.stderr


def test_a_file_that_never_was_is_told_and_one_that_went_is_not(server, root, cache):
    testing.write(root, {"pay/gone.go": "package pay\n"})
    assert run("update", "pay/gone.go", cwd=root, XDG_CACHE_HOME=cache).returncode == 0
    (root / "pay" / "gone.go").unlink()
    done = run("update", "gone.go", "refnud.go", "refund.go", cwd=root / "pay", XDG_CACHE_HOME=cache)
    assert done.stderr == "warning: refnud.go: there is no such file, and there was none in the map\n"


def test_the_server_can_be_named(server, root, cache):
    for arguments, variables in ((("--server", server.url), {}), ((), {"XRAY_GRAPH_SERVER": server.url})):
        done = run("update", "go.mod", "--json", *arguments, cwd=root, **variables)
        assert json.loads(done.stdout)["unchanged"] == ["go.mod"]


def test_where_nobody_answers(tmp_path):
    nobody = ("--server", "http://127.0.0.1:9")
    done = run("update", "x", *nobody, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "127.0.0.1:9" in done.stderr
    done = run("update", "x", "--if-served", *nobody, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_token_is_sent(root, tmp_path):
    with serving(str(root), "--no-watch", XRAY_GRAPH_TOKEN="s3cret", XDG_CACHE_HOME=str(tmp_path)) as guarded:
        done = run("update", "go.mod", "--server", guarded.url, cwd=root)
        assert done.returncode == 4
        assert "XRAY_GRAPH_TOKEN" in done.stderr
        done = run("update", "go.mod", "--server", guarded.url, cwd=root, XRAY_GRAPH_TOKEN="s3cret")
        assert done.returncode == 0


def test_a_watch_on_this_side(server, root, cache):
    with subprocess.Popen(
        [*PROGRAM, "update", "--watch", "--json"], cwd=root, env=environment(XDG_CACHE_HOME=cache),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        child.stdout.readline()  # the look at what came before
        testing.write(root, {"pay/refund.go": MORE + "// 7\n"})
        assert json.loads(child.stdout.readline())["updated"] == ["pay/refund.go"]
        testing.write(root, {"later/x.go": "package later\n\nfunc Late() {}\n"})
        until(lambda: server.ask("/v1/node?name=Late").status == 200)
        child.send_signal(signal.SIGTERM)
        assert child.wait(timeout=60) == 0
        child.communicate()


@pytest.mark.parametrize("arguments", [["--watch", "x"], ["--watch", "--since", "HEAD"], ["--timeout", "0"]])
def test_wrong_usage(arguments, tmp_path):
    assert run("update", *arguments, cwd=tmp_path).returncode == 2


def test_the_client_imports_nothing_heavy_and_needs_no_parser(server, root, cache):
    """What keeps it fast enough for a hook, and part of the static build."""
    code = (
        "from xray_graph.cli import main\n"
        "try: main(['graph', 'update', 'go.mod', *sys.argv[1:]])\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(*sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = run_static(code, "--server", server.url, cwd=root)
    assert done.returncode == 0, done.stderr
    loaded = set(done.stderr.split())
    assert not loaded & {"numpy", "msgspec", "mcp", "starlette", "uvicorn", "watchfiles", "rich", "asyncio"}


def test_the_static_build_takes_documents_in_and_says_why_code_is_left_out(tmp_path):
    root = testing.repo({"README.md": "# Shop\n", "docs/a.md": "# A\n"}, tmp_path / "shop", git=True)
    program = (
        "import sys\n"
        "class Block:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0].startswith('tree_sitter'): raise ImportError(name)\n"
        "sys.meta_path.insert(0, Block())\n"
        "from xray_graph.cli import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, "graph", "serve", "--json", "--addr", "127.0.0.1:0", "--no-watch", str(root)],
        env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        url = json.loads(child.stdout.readline())["url"]
        until(lambda: '"ready"' in run("maps", "--json", "--server", url).stdout)
        testing.write(root, {"docs/b.md": "# B\n", "docs/c.yaml": "kind: Pod\n", "a.go": "package a\n"})
        names = ("docs/b.md", "docs/c.yaml", "a.go")
        told = run("update", "--json", *names, "--server", url, cwd=root).stdout
        child.terminate()
        child.communicate()
    reply = json.loads(told)
    assert "docs/b.md" in reply["updated"]
    (skip,) = [skip for skip in reply["skipped"] if skip["path"] == "a.go"]
    assert skip["reason"] == "no-parser"
    assert os.path.exists(root / ".xray" / "shop.graph.gz")
