"""Names published by `__init__.py` have no callers and look dead.

Seen in abhigyanpatwari/GitNexus#2864, cajasmota/grafel#1991.
"""

from __future__ import annotations

from tests.resolve.corpus import edges_at, resolved


def test_a_name_under_another_name_leads_to_its_definition():
    done = resolved(
        {
            "pkg/impl.py": b"def t(): ...\n",
            "pkg/__init__.py": b"from .impl import t as t2\n",
            "use.py": b"from pkg import t2\nt2()\n",
        }
    )
    assert edges_at(done, "use.py", 2, "calls") == {("pkg/impl.py::t", "re-export", False)}


def test_re_exports_in_a_circle_end():
    done = resolved(
        {
            "pkg/__init__.py": b"from .a import x\nfrom .b import *\n",
            "pkg/a.py": b"from .b import x\n",
            "pkg/b.py": b"from .a import x\nfrom . import *\n\ndef y(): ...\n",
            "use.py": b"from pkg import x, y\nx()\ny()\n",
        }
    )
    assert edges_at(done, "use.py", 2, "calls") == set()
    assert edges_at(done, "use.py", 3, "calls") == {("pkg/b.py::y", "re-export", False)}


def test_a_star_takes_what_all_lists_and_nothing_else():
    done = resolved(
        {
            "m.py": b"__all__ = ['_a']\ndef _a(): ...\ndef b(): ...\n",
            "use.py": b"from m import *\n_a()\nb()\n",
        }
    )
    assert edges_at(done, "use.py", 2, "calls") == {("m.py::_a", "import", False)}
    assert edges_at(done, "use.py", 3, "calls") == set()
