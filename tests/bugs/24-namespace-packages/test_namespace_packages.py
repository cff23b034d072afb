"""A folder without `__init__.py` gives no import edges at all.

Seen in Graphify-Labs/graphify#3429.
"""

from __future__ import annotations

from tests.resolve.corpus import edges_at, resolved

FILES = {
    "ns/a.py": b"def f(): ...\n",
    "ns/b.py": b"from . import a\ndef g(): a.f()\n",
    "ns/c.py": b"from . import gone\ngone.f()\n",
}


def test_a_package_needs_no_init():
    done = resolved(FILES)
    assert edges_at(done, "ns/b.py", 1, "imports") == {("ns/a.py", "import", False)}
    assert edges_at(done, "ns/b.py", 2, "calls") == {("ns/a.py::f", "import", False)}


def test_a_name_that_is_no_file_gives_nothing():
    done = resolved(FILES)
    assert edges_at(done, "ns/c.py", 1, "imports") == set()
    assert edges_at(done, "ns/c.py", 2, "calls") == set()
