"""What one JavaScript file states: functions with names, objects, classes, modules of both kinds, JSDoc."""

from __future__ import annotations

from tests.parse.languages.reading import bound, nodes, one, shown
from tests.parse.languages.reading import imported as imports
from xray_graph.graph.ids import symbols
from xray_graph.model import NONE, FileFacts
from xray_graph.parse.extract import extract


def read(source: str, language: str = "javascript") -> FileFacts:
    return extract(source.encode(), language)


def test_functions_have_the_names_they_are_bound_to():
    facts = read(
        """function a() {}
const b = () => 1, c = function () {}, d = function inner() { inner(); };
let e; e = async () => {};
const f = (() => 2);
export default function () {}
async function* g() {}
"""
    )
    assert {s: k for s, k in nodes(facts).items() if k == "function"} == {
        "a": "function",
        "b": "function",
        "c": "function",
        "d": "function",
        "e~2": "function",
        "f": "function",
        "default": "function",
        "g": "function",
    }
    assert one(facts, "g").attributes == ("async", "generator")
    assert one(facts, "default").attributes == ("default", "exported")
    assert bound(facts)["inner"].startswith("FUNC")  # a function expression's own name means itself


def test_functions_assigned_to_members_and_prototypes():
    facts = read(
        """app.use = function use(fn) {};
exports.html = (req) => {};
Foo.prototype.bar = function () {};
Foo.prototype = { a() {}, get b() { return 1 }, c: () => 2, 'd e': 3 };
function Foo() { this.x = function () {}; }
module.exports = function () {};
"""
    )
    assert set(nodes(facts)) == {
        *("app.use", "exports.html", "Foo.bar", "Foo.prototype.a", "Foo.prototype.b", "Foo.prototype.c"),
        *("Foo", "Foo.x", "module.exports"),
    }
    assert one(facts, "Foo.bar").kind == "method"
    assert one(facts, "Foo.prototype.b").attributes == ("getter",)
    targets = [shown(facts, a.target) for a in facts.assignments]
    assert "MEMBER:bar(MEMBER:prototype(NAME:Foo))" in targets
    assert "MEMBER:exports(NAME:module)" in targets


def test_objects_that_have_functions_contain_them():
    facts = read("export const o = { a() {}, b: () => 1, c, d: other, ...rest };\nconst plain = { x: 1 };\n")
    assert nodes(facts) == {"o": "constant", "o.a": "method", "o.b": "method", "plain": "constant"}
    assert shown(facts, one(facts, "o").value) == (
        "OBJECT(FUNC, KEYWORD:b(FUNC), NAME:c, KEYWORD:d(NAME:other), SPREAD(NAME:rest))"
    )


def test_one_object_given_to_two_names_is_one_expression():
    facts = read("var app = exports = module.exports = {};\n")
    assert one(facts, "app").value == facts.assignments[0].value


def test_classes():
    facts = read(
        """export class A extends mix(Base) {
  #p = 1; static s = 2; f = () => this;
  static { init(); }
  constructor() { super(); }
  get v() { return 1 } set v(x) {}
  static async *[Symbol.asyncIterator]() {}
  [computed]() {} 'quoted'() {} 'no name/'() {}
}
const B = class {};
export default class extends A {}
"""
    )
    found = nodes(facts)
    assert {"A", "A.constructor", "A.f", "A.#p", "A.[computed]", "A.quoted", "B", "default"} <= set(found)
    assert "A.[Symbol.asyncIterator]" in found
    assert {s for s in found if s.startswith("A.v")} == {"A.v()", "A.v(_)"}
    assert one(facts, "A.[Symbol.asyncIterator]").attributes == ("async", "generator", "static")
    assert [how for how, _ in one(facts, "A").bases] == ["extends"]
    assert not any("/" in symbol or " " in symbol for symbol in found)


def test_es_modules():
    facts = read(
        """import d, { a as b } from './m.js';
import * as ns from 'x';
import './side';
export * from './y';
export * as q from './y';
export { a as default, b2 } from './z';
export { loc, other as l3 };
export const { p, r: [s] } = o;
const lazy = await import('./lazy.js');
"""
    )
    assert imports(facts) == [
        ("./m.js", "a", "b", ""),
        ("./m.js", "default", "d", ""),
        ("x", "", "ns", ""),
        ("./side", "", "", ""),
        ("./y", "*", "", "export"),
        ("./y", "", "q", "export"),
        ("./z", "a", "default", "export"),
        ("./z", "b2", "b2", "export"),
        ("./lazy.js", "", "", "dynamic"),
    ]
    exported = {e.name: shown(facts, e.expression) for e in facts.exports}
    assert exported == {"loc": "NAME:loc", "l3": "NAME:other", "p": "NAME:p", "s": "NAME:s"}


def test_require_is_an_import_and_stays_a_call():
    facts = read("const { join } = require('path');\ntest('abc', () => {});\nrequire(name);\n")
    assert imports(facts) == [("path", "", "", "require")]
    assert bound(facts)["join"] == "MEMBER:join(CALL(NAME:require, LITERAL:'path'))"


def test_patterns_take_values_apart():
    facts = read(
        """const [, set] = use(), { a: { b }, ...rest } = o;
function f({ x, y: [z] = [] }, [w], ...more) {}
for (const [k, v] of Object.entries(o)) {}
try {} catch ({ message }) {}
"""
    )
    found = bound(facts)
    assert found["set"] == "PART:1(CALL(NAME:use))"
    assert found["b"] == "MEMBER:b(MEMBER:a(NAME:o))"
    assert found["rest"] == "SLICE(NAME:o)"
    assert found["x"] == "MEMBER:x(NAME:{0})"
    assert found["z"].startswith("PART:0(MEMBER:y(NAME:{0}))")
    assert found["k"].startswith("PART:0(ELEMENT(")
    assert [(p.name, p.flags) for p in one(facts, "f").parameters] == [
        ("{0}", ""),
        ("{1}", ""),
        ("more", "variadic"),
    ]


def test_var_belongs_to_the_function_and_let_to_the_block():
    facts = read("function f() { if (1) { var a = 1; let b = 2; } }\n")
    scopes = {b.name: facts.scopes[b.scope].declaration for b in facts.bindings}
    assert scopes == {"a": 0, "b": -1}


def test_documentation_and_tests():
    facts = read(
        """/** Adds. */
export const add = (a, b) => a + b;
describe('x', () => { it.only('y', async () => { add(1, 2); }); });
"""
    )
    assert one(facts, "add").doc == "Adds."
    assert {s for s, d in zip(symbols(facts), facts.declarations, strict=True) if "test" in d.attributes} == {
        "func@1",
        "func@1.func@1",
    }


def test_components_are_used_and_intrinsic_elements_are_not():
    facts = read("const a = <Panel.Head id={f()}><div/><Foo>{x}</Foo></Panel.Head>;\n")
    used = {shown(facts, r.expression) for r in facts.references if r.kind == "tag"}
    assert used == {"MEMBER:Head(NAME:Panel)", "NAME:Foo"}
    assert [shown(facts, c.expression) for c in facts.calls] == ["CALL(NAME:f)"]


def test_spans_are_bytes_and_lines_are_lines():
    source = "// 🚀é\nconst f = () => 'é';\nclass Ä { m() {} }\n"
    facts = read(source)
    data = source.encode()
    assert data[one(facts, "f").start : one(facts, "f").end].decode() == "f = () => 'é'"
    assert one(facts, "Ä").name_line == 3


def test_syntax_errors_cost_only_themselves():
    facts = read(
        "function a() {\n  return (1 + ;\n}\nfunction b() { return a(); }\nclass C { m() { b() } }\n"
    )
    assert {"b", "C", "C.m"} <= set(nodes(facts))
    assert {d.code for d in facts.diagnostics} == {"parse-error"}


def test_deep_nesting_is_read():
    facts = read("x = " + "(" * 3000 + "1" + ")" * 3000 + ";\nfunction after() {}\n")
    assert "after" in nodes(facts)


def test_parameters_that_begin_like_a_modifier_are_plain_names():
    facts = read("kem.decrypt = function (privateKey, override, publicPath) { use(privateKey) }")
    (function,) = (d for d in facts.declarations if d.parameters)
    assert [(p.name, p.flags) for p in function.parameters] == [
        ("privateKey", ""), ("override", ""), ("publicPath", ""),
    ]  # fmt: skip
    facts = read(
        "class A { constructor(private x: T, @inject() readonly y: U, publicKey: V) {} }", "typescript"
    )
    assert [(p.name, p.flags) for p in one(facts, "A.constructor").parameters] == [
        ("x", "field"), ("y", "field"), ("publicKey", ""),
    ]  # fmt: skip


def test_a_rest_after_a_hole_is_what_is_left():
    assert bound(read("const [, op, ...raw] = m")) == {"op": "PART:1(NAME:m)", "raw": "SLICE:2:(NAME:m)"}
    assert bound(read("const [, ...raw] = m")) == {"raw": "SLICE:1:(NAME:m)"}


def test_a_remark_before_code_says_nothing_of_the_line_below():
    source = (
        "/** @type {Lamp} */ (lamp()).glow();\nconst a = other();\n/** @type {Fan} */\nconst b = other();\n"
    )
    found = {one.name: one for one in read(source).declarations}
    assert (found["a"].doc, found["a"].type) == ("", NONE)
    assert found["b"].doc == "@type {Fan}"
    assert found["b"].type != NONE
