"""YAML 1.1 turns scalars into other things: `on` into true, 0123 into 83, 22:22 into 1342; `!Ref` raises.

Seen in yaml/pyyaml#855.
"""

from __future__ import annotations

from xray_graph.parse.documents import yaml_files

ODD = b"on: 1\nc: no\np: 0123\nt: 22:22\nv: 1.10\nr: !Ref x\nv: 1.20\n"


def test_scalars_are_what_is_written():
    facts = yaml_files.extract(ODD, "yaml+settings")
    assert {d.name: d.signature for d in facts.declarations} == {
        "on": "on = 1",
        "c": "c = no",
        "p": "p = 0123",
        "t": "t = 22:22",
        "r": "r = x",
        "v": "v = 1.20",
    }
    assert [(d.code, d.line) for d in facts.diagnostics] == [("duplicate-key", 7)]


def test_a_name_is_a_name():
    manifest = (
        b"apiVersion: v1\nkind: Pod\nmetadata: {name: no, namespace: 0123}\nspec: {serviceAccountName: on}\n"
    )
    (pod,) = yaml_files.extract(manifest).declarations
    assert (pod.name, pod.attributes) == ("Pod/no", ("apiVersion=v1", "kind=Pod", "namespace=0123"))
