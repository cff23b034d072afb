"""What one C# file states: declarations, types, bindings, usings, calls."""

from __future__ import annotations

from tests.parse.languages.reading import bound as bindings
from tests.parse.languages.reading import nodes, one, shown
from xray_graph.graph.ids import symbols
from xray_graph.model import NONE, FileFacts
from xray_graph.parse.extract import extract


def read(source: str) -> FileFacts:
    return extract(source.encode(), "csharp")


def calls(body: str) -> list[str]:
    facts = read(f"class A {{ void M() {{ {body} }} }}")
    return [shown(facts, call.expression) for call in facts.calls]


def bound(body: str) -> dict[str, str]:
    facts = read(f"class A {{ void M() {{ {body} }} }}")
    return bindings(facts)


def test_namespaces_stand_in_no_symbol():
    facts = read("namespace A.B { class C { class D { } } namespace N { class E { } } }")
    assert nodes(facts) == {"C": "class", "C.D": "class", "E": "class"}
    assert read("namespace A.B;\nclass C { }").package == "A.B"
    twins = read("namespace A { class C { void M() { } } } namespace B { class C { void M() { } } }")
    assert set(nodes(twins)) == {"C", "C.M", "C~2", "C~2.M"}


def test_partial_parts_are_one_node_and_arities_are_two():
    parts = read("partial class C { void A() { } } partial class C { void B() { } }")
    assert set(nodes(parts)) == {"C", "C.A", "C.B"}
    assert set(nodes(read("class R { } class R<T> { }"))) == {"R", "R~2"}


def test_members():
    facts = read(
        """public abstract class C<T> : Base<T>, I where T : Item, new() {
          private const int X = 1, Y = 2;
          public static readonly List<T> All = new List<T>();
          public event Handler Changed;
          public string Name { get; set; } = "x";
          public int Size { get { return Count(); } }
          public T this[int i] => Get(i);
          public static C<T> operator +(C<T> a, C<T> b) => a;
          public delegate R Make<R>(int a, params object[] rest);
          public C(int a, string b = "x") : base(a) { }
          ~C() { }
          protected abstract void Close();
          void I.Close() { }
        }
        enum E { One, Two }
        struct S { }
        record P(int A, string B);
        interface I { void Close(); }"""
    )
    assert nodes(facts) == {
        "C": "class",
        "C.X": "constant",
        "C.Y": "constant",
        "C.All": "constant",
        "C.Changed": "field",
        "C.Name": "field",
        "C.Size": "field",
        "C.Item": "method",
        "C.operator+": "method",
        "C.Make": "type",
        "C.C": "method",
        "C.~C": "method",
        "C.Close": "method",
        "C.I.Close": "method",
        "E": "enum",
        "E.One": "constant",
        "E.Two": "constant",
        "S": "struct",
        "P": "class",
        "P.A": "field",
        "P.B": "field",
        "I": "interface",
        "I.Close": "method",
    }
    one_c = one(facts, "C")
    assert [shown(facts, b) for _, b in one_c.bases] == ["APPLY(NAME:Base, NAME:T)", "NAME:I"]
    assert [(n, shown(facts, b)) for n, b in one_c.type_parameters] == [("T", "NAME:Item")]
    assert "property" in one(facts, "C.Name").attributes
    assert one(facts, "C.Size").body != NONE
    assert [p.flags for p in one(facts, "C.C").parameters] == ["", "optional"]
    assert [shown(facts, p.type) for p in one(facts, "C.Make").parameters] == [
        "NAME:int",
        "VARIADIC(NAME:object)",
    ]
    assert "abstract" in one(facts, "I.Close").attributes


def test_extension_methods_and_local_functions():
    facts = read(
        "static class X { public static int Twice(this string s) { int Add(int z) => z; return Add(1); } }"
    )
    assert "extension" in one(facts, "X.Twice").attributes
    assert nodes(facts)["X.Twice.Add"] == "function"


def test_usings():
    facts = read(
        "using System;\nusing static System.Math;\nusing M = A.B.C<int>;\nglobal using X.Y;\nnamespace N { using Z; }"
    )
    assert [(i.module, i.name, i.alias, i.kind) for i in facts.imports] == [
        ("System", "*", "", ""),
        ("System.Math", "*", "", "static"),
        ("A.B.C", "", "M", "alias"),
        ("X.Y", "*", "", "global"),
        ("Z", "*", "", ""),
    ]
    assert facts.imports[-1].scope != 0


def test_names_of_all_kinds_are_bound_with_their_types():
    names = bound(
        """var v = Make(); int i = 0, j;
        foreach (var s in p.Keys) { } foreach (Item t in p) { }
        using (var u = Open()) { } using var w = Open();
        try { } catch (Broken e) { }
        if (o is Foo f && f.Ok()) { } if (o is not Bar b) { return; }
        switch (o) { case Baz c: break; }
        Get(out var g, out Item h); var (x, y) = pair;
        Run(q => q.Go()); Run((Foo a) => a.Go());"""
    )
    assert names["v"] == "NAME:var"
    assert names["j"] == "NAME:int"
    assert names["s"] == "NAME:var"
    assert names["t"] == "NAME:Item"
    assert names["u"] == names["w"] == "NAME:var"
    assert names["e"] == "NAME:Broken"
    assert (names["f"], names["b"], names["c"]) == ("NAME:Foo", "NAME:Bar", "NAME:Baz")
    assert names["h"] == "NAME:Item"
    assert names["y"] == "PART:1(NAME:pair)"
    assert names["q"] == "-"
    assert names["a"] == "NAME:Foo"


def test_calls_of_all_kinds():
    assert calls(
        "A.B.F(); this.G(); base.G(); x?.F()?.G(1); Gen<int>(); a.Gen<int>(y: 2); arr[0].F(this);"
    ) == [
        "CALL(MEMBER:F(MEMBER:B(NAME:A)))",
        "CALL(MEMBER:G(NAME:this))",
        "CALL(MEMBER:G(NAME:base))",
        "CALL(MEMBER:F(NAME:x))",
        "CALL(MEMBER:G(CALL(MEMBER:F(NAME:x))), LITERAL:1)",
        "CALL(APPLY(NAME:Gen, NAME:int))",
        "CALL(APPLY(MEMBER:Gen(NAME:a), NAME:int), KEYWORD:y(LITERAL:2))",
        "CALL(MEMBER:F(INDEX(NAME:arr, LITERAL:0)), NAME:this)",
    ]
    assert calls("new A(1) { B = 2 }; Foo f = new(3); var n = x as Foo; ((Foo) x).G();") == [
        "NEW(NAME:A, LITERAL:1)",
        "NEW(-, LITERAL:3)",
        "CALL(MEMBER:G(CAST(NAME:Foo, NAME:x)))",
    ]


def test_both_arms_of_a_directive_are_read():
    facts = read(
        "class A {\n#if X\n void M(int a) { F(); }\n#else\n void M(int a) { G(); }\n#endif\n void N() { } }"
    )
    assert {"A.M(int)", "A.M(int)~2", "A.N"} <= set(symbols(facts))
    assert [shown(facts, c.expression) for c in facts.calls] == ["CALL(NAME:F)", "CALL(NAME:G)"]


def test_attributes_doc_and_tests():
    facts = read(
        """/// <summary>A <see cref="Cart"/> of things.</summary>
        [Obsolete("x")]
        class CartTests {
          [Test, Category("x")] public void Adds() { }
        }"""
    )
    tests = one(facts, "CartTests")
    assert tests.doc == "A Cart of things."
    assert "deprecated" in tests.attributes
    adds = one(facts, "CartTests.Adds")
    assert "test" in adds.attributes
    assert [shown(facts, d) for d in adds.decorators] == [
        "CALL(NAME:Test)",
        'CALL(NAME:Category, LITERAL:"x")',
    ]


def test_a_syntax_error_costs_one_member():
    facts = read("class A { void B() { return (1 + ; } void C() { D(); } }\nclass E { void M() { } }")
    assert {"A", "A.C", "E", "E.M"} <= set(symbols(facts))
    assert facts.diagnostics


def test_spans_are_bytes():
    source = '// 🚀é\nclass Ä { string s = "🚀"; void Größe() { Ruf("é"); } }\n'
    facts = read(source)
    for declaration in facts.declarations:
        assert declaration.name.encode() in source.encode()[declaration.start : declaration.end]
    assert [source.encode()[c.start :].decode()[:3] for c in facts.calls] == ["Ruf"]


def test_what_a_lambda_gives_back():
    facts = read(
        "class A { void M() { Run(() => { Go(); }); Run(() => 1); Run(() => Go()); Run(async () => { }); } }"
    )
    lambdas = [d.attributes for d in facts.declarations if d.kind == "function"]
    assert lambdas == [("void",), ("value",), (), ("async", "void")]


def test_one_arm_is_kept_where_directives_split_code():
    facts = read(
        """class A {
#if !FAST
  public void Run(int x)
#else
  public void Run(long x)
#endif
  { Go(); }
  void Go() { }
}"""
    )
    assert nodes(facts) == {"A": "class", "A.Run": "method", "A.Go": "method"}
    assert [shown(facts, p.type) for p in one(facts, "A.Run").parameters] == ["NAME:long"]


def test_members_of_an_extension_block_belong_to_the_class_around_it():
    block = "  extension<T>(List<T> many) { public T Least() => default; public static int Made() => 1; }\n"
    facts = read("static class E {\n" + block + "}\n")
    assert nodes(facts) == {"E": "class", "E.Least": "method", "E.Made": "method"}
    least, made = one(facts, "E.Least"), one(facts, "E.Made")
    assert "extension" in least.attributes
    assert "extension" not in made.attributes
    assert [p.name for p in least.parameters] == ["many"]
    assert not made.parameters
    assert [name for name, _ in least.type_parameters] == ["T"]


def test_a_damaged_extension_block_is_read_as_far_as_it_goes():
    whole = "static class E\n{\n  extension(string text)\n  {\n    public int Words() => 1;\n  }\n}\nclass F { }\n"
    for start in range(len(whole)):
        for cut in (whole[:start], whole[:start] + whole[start + 1 :]):
            read(cut)
