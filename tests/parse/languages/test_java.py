"""What one Java file states: declarations, types, bindings, imports, calls."""

from __future__ import annotations

from tests.parse.languages.reading import Reader, one, shown
from tests.parse.languages.reading import nodes as declared
from xray_graph.graph.ids import symbols

JAVA = Reader("java")
read, calls, bound = JAVA.read, JAVA.calls, JAVA.bound


def test_types_members_and_constructors():
    facts = read(
        """package com.shop;
        public abstract class Cart<T extends Item & Priced> extends Base<T> implements Iterable<T>, Sized {
          private static final int LIMIT = 1, MORE = 2;
          protected List<T> items = new ArrayList<>();
          public Cart(int size) { super(size); }
          public <R> R map(Function<? super T, R> f, T... rest) { return null; }
          abstract void close();
          class Inner { }
        }"""
    )
    assert facts.package == "com.shop"
    assert declared(facts) == {
        "Cart": "class",
        "Cart.LIMIT": "constant",
        "Cart.MORE": "constant",
        "Cart.items": "field",
        "Cart.Cart": "method",
        "Cart.map": "method",
        "Cart.close": "method",
        "Cart.Inner": "class",
    }
    cart = one(facts, "Cart")
    assert [(how, shown(facts, e)) for how, e in cart.bases] == [
        ("extends", "APPLY(NAME:Base, NAME:T)"),
        ("implements", "APPLY(NAME:Iterable, NAME:T)"),
        ("implements", "NAME:Sized"),
    ]
    assert [(n, shown(facts, b)) for n, b in cart.type_parameters] == [
        ("T", "INTERSECTION(NAME:Item, NAME:Priced)")
    ]
    assert cart.attributes == ("abstract", "exported")
    assert "constructor" in one(facts, "Cart.Cart").attributes
    made = one(facts, "Cart.map")
    assert [shown(facts, p.type) for p in made.parameters] == [
        "APPLY(NAME:Function, NAME:T, NAME:R)",
        "VARIADIC(NAME:T)",
    ]
    assert [shown(facts, r) for r in made.results] == ["NAME:R"]
    assert "abstract" in one(facts, "Cart.close").attributes
    assert shown(facts, one(facts, "Cart.items").type) == "APPLY(NAME:List, NAME:T)"


def test_overloads_on_one_line_are_two_nodes():
    source = "class R { int find(int a){} int find(String a){} int find(int[][] a){} int find(int... a){} }"
    assert {s for s in symbols(read(source)) if "find" in s} == {
        "R.find(int)",
        "R.find(String)",
        "R.find(int[][])",
        "R.find(int[])",
    }


def test_records_enums_interfaces_and_annotations():
    facts = read(
        """record Point(int x, String... names) implements Shape {
          Point { check(); }
          Point(int x) { this(x, "a"); }
        }
        enum Color { RED(1) { int code() { return 2; } }, BLUE; Color(int c) {} Color() {} int code() { return 1; } }
        interface Shape { int K = 1; double area(); default void draw() { area(); } static Shape of() { return null; } }
        @interface Tag { String value() default ""; }"""
    )
    found = declared(facts)
    assert found["Point"] == "class"
    assert found["Point.x"] == found["Point.names"] == "field"
    assert {"Point.Point()", "Point.Point(int)"} <= set(found)
    assert found["Color"] == "enum"
    assert found["Color.RED"] == found["Color.BLUE"] == "constant"
    assert found["Color.RED.code"] == "method"
    assert "abstract" in one(facts, "Shape.area").attributes
    assert "abstract" not in one(facts, "Shape.draw").attributes
    assert found["Shape.K"] == "constant"
    assert found["Tag"] == "interface"
    assert found["Tag.value"] == "method"


def test_anonymous_and_local_classes():
    facts = read(
        """class A {
          Runnable r = new Runnable() { public void run() { go(); } };
          void m() { class Local { void z() {} } new Base(1) { int f; }; }
        }"""
    )
    found = declared(facts)
    assert found["A.class@1"] == "class"
    assert found["A.class@1.run"] == "method"
    assert found["A.m.Local.z"] == "method"
    assert found["A.m.class@1.f"] == "field"
    anonymous = one(facts, "A.class@1")
    assert [(how, shown(facts, e)) for how, e in anonymous.bases] == [("extends", "NAME:Runnable")]


def test_imports():
    facts = read(
        "import java.util.*;\nimport static a.b.C.foo;\nimport static a.b.C.*;\nimport a.b.Outer.Inner;\nclass X {}"
    )
    assert [(i.module, i.name, i.alias, i.kind) for i in facts.imports] == [
        ("java.util", "*", "", ""),
        ("a.b.C", "foo", "foo", "static"),
        ("a.b.C", "*", "", "static"),
        ("a.b.Outer.Inner", "", "Inner", ""),
    ]


def test_names_of_all_kinds_are_bound_with_their_types():
    names = bound(
        """class A { void m(Map<String, int[]> p) {
          var v = make(); int i = 0, j = 1;
          for (String s : p.keySet()) {}
          try (In in = open()) {} catch (IOException | Other e) {}
          if (o instanceof Foo f && f.ok()) {}
          switch (o) { case Bar b -> b.x(); case Point(int x, var y) -> {} default -> {} }
          run(q -> q.go()); run((Foo a, int n) -> a.go());
        } }"""
    )
    assert names["p"] == "APPLY(NAME:Map, NAME:String, ARRAY:[](NAME:int))"
    assert names["v"] == "NAME:var"
    assert names["j"] == "NAME:int"
    assert names["s"] == "NAME:String"
    assert names["in"] == "NAME:In"
    assert names["e"] == "UNION(NAME:IOException, NAME:Other)"
    assert names["f"] == "NAME:Foo"
    assert names["b"] == "NAME:Bar"
    assert names["x"] == "NAME:int"
    assert names["q"] == "-"
    assert names["a"] == "NAME:Foo"


def test_calls_of_all_kinds():
    assert calls(
        """class A { A() { this(1); } void m() {
          a.b().c(d); this.go(); super.go(); A.super.go(); A.this.go(); x.<T>gen(1);
          new B<>(2); outer.new Inner(); String.class.getName(); arr[0].f();
        } }"""
    ) == [
        "CALL(NAME:this, LITERAL:1)",
        "CALL(MEMBER:b(NAME:a))",
        "CALL(MEMBER:c(CALL(MEMBER:b(NAME:a))), NAME:d)",
        "CALL(MEMBER:go(NAME:this))",
        "CALL(MEMBER:go(NAME:super))",
        "CALL(MEMBER:go(NAME:A))",
        "CALL(MEMBER:go(MEMBER:this(NAME:A)))",
        "CALL(APPLY(MEMBER:gen(NAME:x), NAME:T), LITERAL:1)",
        "NEW(APPLY(NAME:B), LITERAL:2)",
        "NEW(MEMBER:Inner(NAME:outer))",
        "CALL(MEMBER:getName(UNARY:class(NAME:String)))",
        "CALL(MEMBER:f(INDEX(NAME:arr, LITERAL:0)))",
    ]


def test_method_references_are_uses():
    facts = read("class A { void m() { run(String::length); run(this::go); run(Foo::new); } }")
    assert [shown(facts, r.expression) for r in facts.references] == [
        "UNARY:::(NAME:String, NAME:length)",
        "UNARY:::(NAME:this, NAME:go)",
        "UNARY:::(NAME:Foo, -)",
    ]


def test_annotations_doc_and_tests():
    facts = read(
        """/** A cart. */
        @Deprecated
        class CartTest {
          /** Adds. */
          @Test @Tag("x") public void adds() {}
          void helper() {}
        }
        class Old extends TestCase { public void testIt() {} }"""
    )
    cart = one(facts, "CartTest")
    assert cart.doc == "A cart."
    assert "deprecated" in cart.attributes
    adds = one(facts, "CartTest.adds")
    assert adds.doc == "Adds."
    assert "test" in adds.attributes
    assert [shown(facts, d) for d in adds.decorators] == ["NAME:Test", 'CALL(NAME:Tag, LITERAL:"x")']
    assert "test" not in one(facts, "CartTest.helper").attributes
    assert "test" in one(facts, "Old.testIt").attributes


def test_a_syntax_error_costs_one_member():
    facts = read("class A { void a() { return (1 + ; } void b() { c(); } }\nclass B { void m() {} }")
    assert {"A", "A.b", "B", "B.m"} <= set(symbols(facts))
    assert [d.code for d in facts.diagnostics] == ["parse-error"]


def test_spans_are_bytes():
    source = '// 🚀é\nclass Ä { String s = "🚀"; void größe() { ruf("é"); } }\n'
    facts = read(source)
    for declaration in facts.declarations:
        assert declaration.name.encode() in source.encode()[declaration.start : declaration.end]
    assert [source.encode()[c.start :].decode()[:3] for c in facts.calls] == ["ruf"]


def test_what_a_lambda_gives_back():
    facts = read(
        """class A { void m() {
          run(() -> { go(); }); run(() -> 1); run(() -> go()); run(() -> { return 1; }); run(() -> { throw x; });
        } }"""
    )
    lambdas = [d.attributes for d in facts.declarations if d.kind == "function"]
    assert lambdas == [("void",), ("value",), (), ("value",), ("never",)]


def test_a_signature_is_without_comments():
    facts = read(
        'class A {\n  @X("//") // why\n  public int f(/* of what */ int a) {\n    return a;\n  }\n}\n'
    )
    assert one(facts, "A.f").signature == '@X("//") public int f( int a)'
