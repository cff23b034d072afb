"""Decorator use is lost or hung on the module; `@property` reads and annotated parameters give no edge.

Seen in codellm-devkit/codeanalyzer-python#129, knostic/OpenAnt#309.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved

SOURCE = b"""\
class Widget:
    @property
    def size(self): ...

def trace(name): ...

@trace('a')
def f(w: Widget): return w.size
"""


def test_a_decorator_and_a_property_have_edges_of_their_own():
    edges = resolved({"a.py": SOURCE}).edges["a.py"].edges
    found = {(e.kind, e.source[1], e.target[1]) for e in edges if e.kind != "contains"}
    assert ("decorates", "trace", "f") in found
    assert ("reads", "f", "Widget.size") in found
    assert ("references", "f", "Widget") in found
    assert ("calls", "f", "Widget.size") not in found
