"""What JSDoc comments state of a JavaScript file: types, and names of types."""

from __future__ import annotations

import pytest

from tests.parse.languages.reading import bound, one, shown
from tests.parse.languages.test_javascript import read
from xray_graph.graph.ids import symbols


def test_jsdoc_states_types():
    facts = read(
        """/**
 * @param {Foo|null} a
 * @param {Array<import('./m').Bar>} [b]
 * @param {{x: number}} c
 * @returns {Promise<Foo>}
 */
function f(a, b, c) {}
/** @type {Map<string, Foo>} */
const m = make();
"""
    )
    assert [shown(facts, p.type) for p in one(facts, "f").parameters] == [
        "UNION(NAME:Foo, LITERAL:null)",
        "APPLY(NAME:Array, MEMBER:Bar(CALL(NAME:import, LITERAL:'./m')))",
        "OBJECT(KEYWORD:x(LITERAL:number))",
    ]
    assert [shown(facts, r) for r in one(facts, "f").results] == ["APPLY(NAME:Promise, NAME:Foo)"]
    assert shown(facts, one(facts, "m").type) == "APPLY(NAME:Map, LITERAL:string, NAME:Foo)"
    assert bound(facts)["a"] == "UNION(NAME:Foo, LITERAL:null)"


def test_jsdoc_that_is_no_type_does_no_harm():
    for text in ("{", "{<<<}", "{a.}", "{(((((((((((((((a)))))))))))))))}", "{'x", "{a|}", "{}"):
        assert one(read(f"/** @param {text} x */\nfunction f(x) {{}}\n"), "f").name == "f"


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("{ a: Foo, b?: Bar[] }", "OBJECT(KEYWORD:a(NAME:Foo), KEYWORD:b(OPTIONAL(ARRAY(NAME:Bar))))"),
        ("{ [name: string]: Foo }", "APPLY(NAME:Record, LITERAL:string, NAME:Foo)"),
        ("Object.<string, Foo>", "APPLY(NAME:Record, LITERAL:string, NAME:Foo)"),
        (
            "(a: Foo, b?: Bar) => Baz",
            "FUNC_TYPE(NAME:Baz, CAST(NAME:Foo, NAME:a), OPTIONAL(NAME:Bar, NAME:b))",
        ),
        (
            "function(Foo, Bar=): Baz",
            "FUNC_TYPE(NAME:Baz, CAST(NAME:Foo, NAME:arg0), OPTIONAL(NAME:Bar, NAME:arg1))",
        ),
        (
            "<T, U extends Foo = Bar>(a: T, b: U[]) => Foo",
            "FUNC_TYPE(NAME:Foo, CAST(UNKNOWN, NAME:a), CAST(ARRAY(UNKNOWN), NAME:b))",
        ),
        (
            "{ get<T>(name: T): Foo, T: T }",
            "OBJECT(KEYWORD:get(FUNC_TYPE(NAME:Foo, CAST(UNKNOWN, NAME:name))), KEYWORD:T(NAME:T))",
        ),
        ("<T>Foo", "-"),
        ("<T", "-"),
        ("function(new:Foo, Bar)", "FUNC_TYPE:new(NAME:Foo, CAST(NAME:Bar, NAME:arg0))"),
        ("new (a: Foo) => Bar", "FUNC_TYPE:new(NAME:Bar, CAST(NAME:Foo, NAME:a))"),
        ("?Foo", "OPTIONAL(NAME:Foo)"),
        ("!Foo", "NAME:Foo"),
        ("Foo=", "NAME:Foo"),
        ("Foo & Bar", "INTERSECTION(NAME:Foo, NAME:Bar)"),
        ("[Foo, Bar]", "TUPLE(NAME:Foo, NAME:Bar)"),
        ("Foo['bar']", "INDEX(NAME:Foo, LITERAL:'bar')"),
        ("keyof Foo", "UNARY:keyof(NAME:Foo)"),
        ("typeof import('./m').foo", "TYPEOF(MEMBER:foo(CALL(NAME:import, LITERAL:'./m')))"),
        ("x is Foo", "UNARY:is(NAME:Foo)"),
        ("A extends B ? C : D", "-"),
        ("Foo | {", "-"),
        ("{ a: }", "-"),
        ("(a: Foo) =>", "-"),
        ("`${Foo}`", "-"),
    ],
)
def test_jsdoc_types_are_what_annotations_are(written, wanted):
    facts = read(f"/** @param {{{written}}} x */\nfunction f(x) {{}}\n")
    assert shown(facts, one(facts, "f").parameters[0].type) == wanted


def test_jsdoc_declares_types():
    facts = read(
        """/**
 * How it is done.
 * @template T
 * @typedef {Object} Options
 * @property {T} item the first
 * @property {number} [size]
 * @property {object} inner
 * @property {Foo} inner.foo
 */
/** @typedef {{ é: string, run?: Foo }} Récord */
/** @typedef {{ run?: Foo }} Short
 *  @typedef {Foo | Bar} Either */
/**
 * @callback Done
 * @param {Foo} foo
 * @param {...Bar} bars
 * @returns {Baz}
 */
/** @typedef {Foo} taken */
const taken = 1;
"""
    )
    known = one(facts, "Options")
    assert (known.kind, known.line, known.end_line, known.name_line) == ("type", 1, 9, 4)
    assert (known.signature, known.attributes) == ("@typedef {Object} Options", ("exported",))
    assert known.doc.startswith("How it is done.")
    assert known.type_parameters == (("T", -1),)
    stated = [(s, shown(facts, d.type)) for s, d in zip(symbols(facts), facts.declarations, strict=True)]
    assert stated == [
        ("taken", "-"),
        ("Options", "-"),
        ("Options.item", "NAME:T"),
        ("Options.size", "LITERAL:number"),
        ("Options.inner", "OBJECT(KEYWORD:foo(NAME:Foo))"),
        ("Récord", "-"),
        ("Récord.é", "LITERAL:string"),
        ("Récord.run", "OPTIONAL(NAME:Foo)"),
        ("Short", "-"),
        ("Short.run", "OPTIONAL(NAME:Foo)"),
        ("Either", "UNION(NAME:Foo, NAME:Bar)"),
        ("Done", "FUNC_TYPE(NAME:Baz, CAST(NAME:Foo, NAME:foo), CAST(ARRAY(NAME:Bar), SPREAD(NAME:bars)))"),
    ]
    assert [d.line for d in facts.declarations if d.parent == 1] == [5, 6, 7]


def test_jsdoc_of_classes_and_parameters():
    facts = read(
        """/**
 * @template {Foo} T, [U=Bar]
 * @extends {Base<T, string>}
 * @implements {Some<U>}
 */
// eslint-disable-next-line
class A extends Base {
  /**
   * @param {Foo} first
   * @param {{ b: Bar }} second
   * @param {object} third
   * @param {Foo} third.foo
   * @param {...Foo} rest
   */
  m(first, { b }, third, ...rest) {}
}
"""
    )
    known = one(facts, "A")
    assert [(how, shown(facts, base)) for how, base in known.bases] == [
        ("extends", "APPLY(NAME:Base, NAME:T, LITERAL:string)"),
        ("implements", "APPLY(NAME:Some, NAME:U)"),
    ]
    assert [(n, shown(facts, b)) for n, b in known.type_parameters] == [
        ("T", "CAST(NAME:Foo, -)"),
        ("U", "CAST(-, NAME:Bar)"),
    ]
    assert [shown(facts, p.type) for p in one(facts, "A.m").parameters] == [
        "NAME:Foo",
        "OBJECT(KEYWORD:b(NAME:Bar))",
        "OBJECT(KEYWORD:foo(NAME:Foo))",
        "ARRAY(NAME:Foo)",
    ]


@pytest.mark.parametrize(
    "text", ["@param {", "@param {a<", "@typedef {{ a: ", "{" * 5 + "@returns ", "{(", "@template "]
)
def test_what_never_ends_takes_nothing_from_the_rest(text):
    facts = read(
        f"/** @typedef {{Foo}} First\n{text * 40_000} */\nfunction f(x) {{}}\n/** @typedef {{Bar}} Last */\n"
    )
    assert {"f", "First", "Last"} <= {d.name for d in facts.declarations}


@pytest.mark.parametrize("text", ["@param {Foo}{}-", "@template {Foo}{}!", "@import {}Foo", "@import {{}}"])
@pytest.mark.parametrize("filling", [" " * 200_000, "{" * 200_000])
def test_what_goes_on_for_long_takes_nothing_from_the_rest(text, filling):
    written = text.replace("{}", filling)
    facts = read(f"/** {written} from 'x' */\nfunction f(x) {{}}\n/** @typedef {{Bar}} Last */\n")
    assert {"f", "Last"} <= {d.name for d in facts.declarations}


def test_a_comment_is_of_the_first_function_of_its_line():
    facts = read(
        "/** @returns {Foo} */\nfunction a() {} function b() {}\n/** @returns {Foo} */\nexport const c = () => 1, d = () => 1;\n"
        "/** @returns {Foo} */\nexport default async function g() {}\n"
    )
    assert [bool(one(facts, name).results) for name in "abcdg"] == [True, False, True, False, True]


def test_a_tag_that_is_quoted_states_nothing():
    facts = read("/** Like `@param {Foo} x`, or a@returns {Foo}. */\nfunction f(x) {}\n")
    assert shown(facts, one(facts, "f").parameters[0].type) == "-"
    assert not one(facts, "f").results
