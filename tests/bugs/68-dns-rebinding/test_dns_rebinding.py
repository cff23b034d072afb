"""A server on loopback answers a foreign web site: over its plain HTTP routes, or at all.

Class: https://github.com/tobi/qmd/pull/885, https://github.com/teng-lin/notebooklm-py/issues/1869
Input: `Host: evil.test` and `Origin: https://evil.test` on every route, and the near misses that a
comparison by prefix or suffix lets through.
Expected: 403 before routing, so also where there is no route; no Origin, `localhost`, `[::1]` and any
port pass.
"""

from __future__ import annotations

import pytest

from tests.serve.running import serving
from tests.serve.shop import FILES, build
from xray_graph.serve.tools import TOOLS

PATHS = [*(tool.path for tool in TOOLS), "/mcp", "/", "/ui", "/openapi.json", "/v1", "/%68ealthz/"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = build(FILES, tmp_path_factory.mktemp("maps"))
    with serving(str(path)) as running:
        yield running


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "PATCH"])
def test_a_foreign_site_is_refused_before_routing(server, path, method):
    here = f"127.0.0.1:{server.port}"
    assert server.ask(path, method=method, Host="evil.test").status == 403
    assert server.ask(path, method=method, Host=f"{here}.evil.test").status == 403
    assert server.ask(path, method=method, Origin="https://evil.test").status == 403
    assert server.ask(path, method=method, Origin=f"http://{here}.evil.test").status == 403
    assert server.ask(path, method=method, Origin="null").status == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machine_is_let_in(server, name):
    assert server.ask("/v1/maps", Host=name).status == 200
    assert server.ask("/v1/maps", Host=f"{name}:{server.port}").status == 200
    assert server.ask("/v1/maps", Host=f"{name}:9000").status == 200
    own = f"{name}:{server.port}"
    assert server.ask("/v1/maps", Host=own, Origin=f"http://{own}").status == 200
