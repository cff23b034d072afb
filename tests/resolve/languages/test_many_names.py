"""Sources that a machine made: many names of one kind cost no more than there are of them."""

from __future__ import annotations

import pytest

from tests.update.test_corpus_edits import facts_of
from xray_graph.resolve.incremental import full
from xray_graph.resolve.languages.csharp.projects import Projects
from xray_graph.resolve.languages.nominal.classes import Classes


@pytest.fixture
def counted(monkeypatch):
    """How often a method of a class is asked for."""
    asked = []
    before = Classes.methods

    def methods(self, t, name):
        asked.append(name)
        return before(self, t, name)

    monkeypatch.setattr(Classes, "methods", methods)
    return asked


def test_what_static_imports_of_java_bring_is_looked_up_once_a_name(counted):
    files = {
        f"p/C{i}.java": f"package p;\npublic class C{i} {{ public static void m(T{i} a) {{}} }}\n".encode()
        for i in range(30)
    }
    imports = "".join(f"import static p.C{i}.m;\n" for i in range(30))
    calls = "m(null); " * 30
    files["q/A.java"] = f"package q;\n{imports}class A {{ void f() {{ {calls} }} }}\n".encode()
    full(files, facts_of(files, {}), {})
    assert 30 <= counted.count("m") < 150


def test_nested_namespaces_of_csharp_are_told_once_each():
    depth = 40
    text = "".join(f"namespace N{i} {{ " for i in range(depth)) + "class A { }" + " }" * depth
    files = {"a.cs": text.encode()}
    found = full(files, facts_of(files, {}), {})
    (view,) = found.project.views.values()
    spaces = [key[1] for key, _ in Projects(found.project).contribute(view) if key[0] == "cs.namespace"]
    assert sorted(spaces) == sorted(".".join(f"N{i}" for i in range(end)) for end in range(1, depth + 1))


def test_nothing_of_many_files_is_kept_when_a_build_has_its_graph():
    files = {f"test_m{i}.py": b"def f(): pass\n\ndef test_f(): f()\n" for i in range(20)}
    found = full(files, facts_of(files, {}), {}, live=False)
    held = found.project.world
    assert held.get(("file", "test_m0.py"))
    found.dissolve()
    assert not held.get(("file", "test_m0.py"))
    assert not found.project.views
