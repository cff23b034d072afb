"""What one TypeScript file states over JavaScript: types, interfaces, enums, namespaces, overloads, TSX."""

from __future__ import annotations

from tests.parse.languages.reading import bound, nodes, one, shown
from tests.parse.languages.reading import imported as imports
from tests.parse.languages.test_javascript import read
from xray_graph.graph.ids import symbols


def ts(source: str):
    return read(source, "typescript")


def test_classes_state_their_members():
    facts = ts(
        """abstract class P<T extends object = {}, K extends keyof T = keyof T> extends Base<T> implements I, J<K> {
  private readonly a?: string = 'x';
  declare b: number;
  static #c: Map<string, T>;
  constructor(private readonly svc: Service, public opt?: number, plain: A) { super(); }
  abstract run(x: T): Promise<void>;
  get v(): string { return ''; }
  over(a: string): void;
  over(a: any): void {}
  handler = async (c: Context): Promise<Response> => c.x();
  [key: string]: any;
}
"""
    )
    found = one(facts, "P")
    assert found.attributes == ("abstract",)
    assert [(how, shown(facts, e)) for how, e in found.bases] == [
        ("extends", "APPLY(NAME:Base, NAME:T)"),
        ("implements", "NAME:I"),
        ("implements", "APPLY(NAME:J, NAME:K)"),
        ("index", "LITERAL:any"),
    ]
    assert [name for name, _ in found.type_parameters] == ["T", "K"]
    assert one(facts, "P.a").attributes == ("optional", "private", "readonly")
    assert shown(facts, one(facts, "P.#c").type) == "APPLY(NAME:Map, LITERAL:string, NAME:T)"
    assert [(p.name, p.flags) for p in one(facts, "P.constructor").parameters] == [
        ("svc", "field"),
        ("opt", "optional field"),
        ("plain", ""),
    ]
    assert one(facts, "P.run").attributes == ("abstract",)
    assert one(facts, "P.handler").kind == "method"
    assert {s for s in nodes(facts) if s.startswith("P.over")} == {"P.over(string)", "P.over(any)"}


def test_interfaces_and_object_types():
    facts = ts(
        """interface I<T> extends J, K<T> { (x: number): string; new (x: string): I<T>; m(a: T): void; p?: () => void }
type A = { x: string; m(): void } | null;
type B = { y: number };
function f(o: { z: string }) {}
"""
    )
    assert nodes(facts)["I.m"] == "method"
    assert [how for how, _ in one(facts, "I").bases] == ["extends", "extends"]
    signatures = [d for d in facts.declarations if "signature" in d.attributes]
    assert [("construct" in d.attributes, len(d.parameters)) for d in signatures] == [(False, 1), (True, 1)]
    assert shown(facts, one(facts, "I.p").type) == "FUNC_TYPE(LITERAL:void)"
    assert "B.y" in nodes(facts)
    assert shown(facts, one(facts, "A").type) == "UNION(TYPE_DECL, LITERAL:null)"


def test_types_keep_their_shape():
    facts = ts(
        """type Fn<T> = (this: X, a: T, b?: string, ...r: any[]) => a is string;
type C<T> = T extends (infer R)[] ? R : never;
type L = Foo['bar'];
type Q = typeof import('./x');
type T3 = [a: string, b?: number];
type P = typeof a.b.c;
type U = keyof A | readonly B[] | N.M<C>;
"""
    )
    assert shown(facts, one(facts, "Fn").type) == (
        "FUNC_TYPE(UNARY:is(LITERAL:string), CAST(NAME:X, NAME:this), CAST(NAME:T, NAME:a), "
        "OPTIONAL(LITERAL:string, NAME:b), CAST(ARRAY(LITERAL:any), SPREAD(NAME:r)))"
    )
    assert shown(facts, one(facts, "C").type) == (
        "CHOICE(NAME:R, LITERAL:never, NAME:T, ARRAY(UNARY:infer(NAME:R)))"
    )
    assert shown(facts, one(facts, "L").type) == "INDEX(NAME:Foo, LITERAL:'bar')"
    assert shown(facts, one(facts, "Q").type) == "TYPEOF(CALL(NAME:import, LITERAL:'./x'))"
    assert shown(facts, one(facts, "P").type) == "TYPEOF(MEMBER:c(MEMBER:b(NAME:a)))"
    assert shown(facts, one(facts, "T3").type).startswith("TUPLE(CAST(LITERAL:string")
    assert "APPLY(MEMBER:M(NAME:N), NAME:C)" in shown(facts, one(facts, "U").type)


def test_values_with_types():
    facts = ts(
        """const h: Handler<A> = async (c, next) => {};
let x = y as Foo, z = w!, s = v satisfies Foo, k = <Foo>q;
const f = ((a) => a) as Fn;
const o = { m() {} } as const;
const r = make<string>(1), m = new Map<string, Foo>();
function g(this: Foo, { a, b }: { a: string; b: number } = d, ...rest: number[]) {}
if (x instanceof Foo) { x.y(); }
"""
    )
    assert shown(facts, one(facts, "h").type) == "APPLY(NAME:Handler, NAME:A)"
    assert shown(facts, one(facts, "x").value) == "CAST(NAME:Foo, NAME:y)"
    assert shown(facts, one(facts, "z").value) == "NAME:w"
    assert shown(facts, one(facts, "k").value) == "CAST(NAME:Foo, NAME:q)"
    assert one(facts, "f").kind == "function"
    assert shown(facts, one(facts, "f").type) == "NAME:Fn"
    assert nodes(facts)["o.m"] == "method"
    assert shown(facts, one(facts, "r").value) == "CALL(APPLY(NAME:make, LITERAL:string), LITERAL:1)"
    assert shown(facts, one(facts, "m").value) == "NEW(APPLY(NAME:Map, LITERAL:string, NAME:Foo))"
    found = bound(facts)
    assert found["this"] == "NAME:Foo"
    assert found["rest"] == "ARRAY(LITERAL:number)"
    assert found["a"] == "MEMBER:a(NAME:{1})"
    assert [b.kind for b in facts.bindings if b.name == "x"] == ["narrow"]


def test_enums_namespaces_and_ambient_modules():
    facts = ts(
        """export enum E { A = 1, B, 'c' }
namespace N.M { export const a = 1; export class C {} }
declare module './x' { interface Z {} }
declare global { interface Window { q: number } }
declare function d(x: number): string;
"""
    )
    found = nodes(facts)
    assert {"E": "enum", "E.A": "constant", "E.c": "constant"}.items() <= found.items()
    assert {"N.M": "module", "N.M.C": "class", "d": "function"}.items() <= found.items()
    assert one(facts, "N.M.C").attributes == ("exported",)
    assert [d.name for d in facts.declarations if d.kind == "namespace"] == ["./x", "global"]


def test_imports_and_exports_of_types():
    facts = ts(
        """import type { A } from './a';
import { type B, C as D } from './b.js';
import fs = require('fs');
import X = N.Y;
export type { Q } from './q';
export = foo;
"""
    )
    assert imports(facts) == [
        ("./a", "A", "A", "type"),
        ("./b.js", "B", "B", "type"),
        ("./b.js", "C", "D", ""),
        ("fs", "=", "fs", "require"),
        ("./q", "Q", "Q", "export"),
    ]
    assert bound(facts)["X"] == "MEMBER:Y(NAME:N)"
    assert [(e.name, shown(facts, e.expression)) for e in facts.exports] == [("=", "NAME:foo")]


def test_decorators():
    facts = ts(
        """@Component({ a: 1 })
export class A {
  @Input() name: string;
  @Get('/x') @Use(guard)
  list(@Body() body: B) {}
}
"""
    )
    assert [shown(facts, d) for d in one(facts, "A").decorators] == [
        "CALL(NAME:Component, OBJECT(KEYWORD:a(LITERAL:1)))"
    ]
    assert [shown(facts, d) for d in one(facts, "A.name").decorators] == ["CALL(NAME:Input)"]
    assert [shown(facts, d) for d in one(facts, "A.list").decorators] == [
        "CALL(NAME:Get, LITERAL:'/x')",
        "CALL(NAME:Use, NAME:guard)",
    ]


def test_dialects():
    tags = read("const b = <Panel id={1}/>;\nfunction z() {}\n", "tsx")
    assert set(nodes(tags)) == {"b", "z"}
    assert [shown(tags, r.expression) for r in tags.references] == ["NAME:Panel"]
    assert set(nodes(ts("const a = <Foo>x;\nfunction z() {}\n"))) == {"a", "z"}


def test_overloads_are_told_apart_by_their_parameters():
    facts = ts("function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}\n")
    assert sorted(symbols(facts)) == ["f(any)", "f(number)", "f(string)"]
