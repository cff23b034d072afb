"""`mod.f()` after `import pkg.mod as m` or `from pkg import mod` gives no edge.

Seen in colbymchenry/codegraph#578, optave/ops-codegraph-tool#2387.
"""

from __future__ import annotations

import pytest

from tests.resolve.corpus import edges_at, resolved


@pytest.mark.parametrize(
    ("written", "called"),
    [
        ("import pkg.mod as m", "m.f()"),
        ("import pkg.mod", "pkg.mod.f()"),
        ("from pkg import mod", "mod.f()"),
        ("from pkg import mod as m", "m.f()"),
        ("import pkg as p", "p.mod.f()"),
    ],
)
def test_a_call_through_a_module_and_the_import(written, called):
    files = {
        "pkg/__init__.py": b"",
        "pkg/mod.py": b"def f(): ...\n",
        "use.py": f"{written}\n{called}\n".encode(),
    }
    done = resolved(files)
    assert {name for name, _, _ in edges_at(done, "use.py", 2, "calls")} == {"pkg/mod.py::f"}
    if " mod" in written or "pkg.mod" in written:
        assert {name for name, _, _ in edges_at(done, "use.py", 1, "imports")} == {"pkg/mod.py"}
