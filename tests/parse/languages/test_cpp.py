"""What one C++ file states beyond C: classes, qualified names, templates, objects, tests made by macros."""

from __future__ import annotations

import pytest

from tests.parse.languages.reading import nodes as declared
from tests.parse.languages.reading import one, shown
from xray_graph.graph.ids import symbols
from xray_graph.parse.extract import extract


def read(source: str):
    return extract(source.encode(), "cpp")


def calls(source: str) -> list[tuple[str, str]]:
    facts = read(source)
    return [(call.kind, shown(facts, call.expression)) for call in facts.calls]


def test_a_class_with_everything_in_it():
    facts = read(
        """namespace shop {
        class Cart : public Base, private ns::Other<int> {
         public:
          Cart() : size_(0), Base(1) {}
          explicit Cart(int a);
          Cart(const Cart&) = delete;
          virtual ~Cart();
          virtual int price() const = 0;
          static Cart* Make();
          Cart operator+(const Cart& o) const;
          int operator()(int a) { return a; }
          operator bool() const;
          template <typename T> T get(T t) { return t; }
          enum Kind { A, B };
          using Ptr = std::unique_ptr<Cart>;
         private:
          int size_, *data_ = nullptr;
        };
        }"""
    )
    found = declared(facts)
    assert found["shop.Cart"] == "class"
    assert found["shop.Cart.~Cart"] == "method"
    assert found["shop.Cart.operator+"] == "method"
    assert found["shop.Cart.operator()"] == "method"
    assert found["shop.Cart.operator_bool"] == "method"
    assert found["shop.Cart.Ptr"] == "type"
    assert found["shop.Cart.Kind.B"] == "constant"
    assert found["shop.Cart.data_"] == "field"
    assert {"shop.Cart.Cart()", "shop.Cart.Cart(int)", "shop.Cart.Cart(Cart&)"} <= set(found)
    assert [(how, shown(facts, b)) for how, b in one(facts, "shop.Cart").bases] == [
        ("extends", "NAME:Base"),
        ("extends", "APPLY(MEMBER:Other(NAME:ns), NAME:int)"),
    ]
    assert one(facts, "shop.Cart.price").attributes == ("abstract", "const", "declaration", "virtual")
    assert one(facts, "shop.Cart.Make").attributes == ("declaration", "static")
    assert one(facts, "shop.Cart.Cart(Cart&)").attributes == ("deleted",)
    assert one(facts, "shop.Cart.get").signature == "template <typename T> T get(T t)"
    assert not [s for s in symbols(facts) if set(s) & set("<:/ ")]


def test_members_defined_outside_are_one_with_their_declarations():
    facts = read(
        """namespace n { class A { A(); void f(int); void f(const char*); struct In { void g(); }; }; }
        n::A::A() {}
        void n::A::f(int a) {}
        namespace n { void A::f(const char* s) {} void A::In::g() {} void Other::h() {} }"""
    )
    assert sorted(set(symbols(facts))) == [
        "n",
        "n.A",
        "n.A.A",
        "n.A.In",
        "n.A.In.g",
        "n.A.f(char*)",
        "n.A.f(int)",
        "n.Other.h",
    ]
    assert one(facts, "n.A.f(int)").line == 3


def test_an_unnamed_namespace_hides_and_names_nothing():
    facts = read("namespace a { namespace { int f() { return 1; } } inline namespace v1 { int g(); } }")
    assert one(facts, "a.f").attributes == ("static",)
    assert "a.v1.g" in symbols(facts)


def test_arrows_qualified_names_casts_and_generic_calls():
    assert calls("void f() { p->g(); a.b::h(); x::y::z(1); ::t(); k<int>(2); static_cast<A*>(p)->m(); }") == [
        ("", "CALL(MEMBER:g(UNARY:*(NAME:p)))"),
        ("", "CALL(MEMBER:h(MEMBER:b(NAME:a)))"),
        ("", "CALL(MEMBER:z(MEMBER:y(NAME:x)), LITERAL:1)"),
        ("", "CALL(MEMBER:t(NAME:::))"),
        ("", "CALL(APPLY(NAME:k, NAME:int), LITERAL:2)"),
        ("", "CALL(APPLY(NAME:static_cast, POINTER(NAME:A)), NAME:p)"),
        ("", "CALL(MEMBER:m(UNARY:*(CALL(APPLY(NAME:static_cast, POINTER(NAME:A)), NAME:p))))"),
    ]


def test_objects_are_made_by_declarations_and_initialisers():
    assert calls("S::S(int a) : b_(a), Base(1) { A x(a, 1); A y; A z{a}; A w(a); new A(2); }") == [
        ("construct", "CALL(NAME:b_, NAME:a)"),
        ("construct", "CALL(NAME:Base, LITERAL:1)"),
        ("construct", "CALL(NAME:A, NAME:a, LITERAL:1)"),
        ("construct", "CALL(NAME:A)"),
        ("construct", "CALL(NAME:A, NAME:a)"),
        ("construct", "CALL(NAME:A, NAME:a)"),
        ("new", "NEW(NAME:A, LITERAL:2)"),
    ]


def test_locals_loops_conditions_and_catches_are_bound():
    facts = read(
        """void f(const A& a) {
          auto p = new A(1); auto& q = *p;
          for (const auto& [k, v] : m) {}
          for (A* e : list) {}
          if (A* z = next()) {}
          auto [x, y] = pair();
          try {} catch (const E& err) {}
        }"""
    )
    found = {b.name: shown(facts, b.type if b.type > 0 else b.value) for b in facts.bindings}
    assert found == {
        "a": "UNARY:&(UNARY:const(NAME:A))",
        "p": "NEW(NAME:A, LITERAL:1)",
        "q": "UNARY:*(NAME:p)",
        "k": "PART:0(ELEMENT(NAME:m))",
        "v": "PART:1(ELEMENT(NAME:m))",
        "e": "NAME:A",
        "z": "POINTER(NAME:A)",
        "x": "PART:0(CALL(NAME:pair))",
        "y": "PART:1(CALL(NAME:pair))",
        "err": "NAME:E",
    }


def test_using_and_namespace_aliases_are_imports():
    facts = read("using namespace std;\nusing a::b::C;\nnamespace fs = std::filesystem;\n")
    assert [(i.module, i.name, i.alias, i.kind) for i in facts.imports] == [
        ("std", "*", "", "using"),
        ("a::b", "C", "C", "using"),
        ("std::filesystem", "", "fs", "namespace"),
    ]


def test_a_lambda_is_a_function_without_a_name():
    facts = read("void f() { auto l = [&](int x) -> int { return g(x); }; }")
    assert declared(facts) == {"f": "function", "f.func@1": "function"}
    assert [p.name for p in one(facts, "f.func@1").parameters] == ["x"]


@pytest.mark.parametrize(
    ("source", "symbol", "kind"),
    [
        ("class API_EXPORT A { int f(); };", "A.f", "method"),
        ("class API_EXPORT A;\nclass A { int f(); };", "A.f", "method"),
        (
            "struct A {\n  Q_OBJECT\n  void f() LOCKED(m_) { g(); }\n  int x_ GUARDED_BY(m_);\n};",
            "A.f",
            "method",
        ),
        ("API_INLINE A::A(int a) : b_(a) {}", "A.A", "method"),
        ("A::A() = default;\nint f();", "A.A", "method"),
        ("template <typename T> API_CONSTEXPR void f(T t) {}", "f", "function"),
        ("A::A()\n  :\n#ifdef DEBUG\n    a_(1),\n#endif\n    b_(2) {}\nvoid f() {}", "f", "function"),
        (
            "class A {\n  template <typename T>\n  RESULT_IF((Is<Same<T> >), (A&)) f(T* a) { return *this; }\n};",
            "A.f",
            "method",
        ),
        ("class A {\n  char* NONNULL f(const T* NULLABLE a, T* NULLABLE);\n};", "A.f", "method"),
        ("inline T* NONNULL A::f() { return g(); }", "A.f", "method"),
        (
            "class API ALIGNED(8)\n#ifdef X\n    UNUSED\n#endif\n    A final {\n  int f();\n};",
            "A.f",
            "method",
        ),
        ("template <>\nclass API A<int> {\n  int f();\n};", "A.f", "method"),
        ("class A {\n  [[nodiscard]] INLINE HOT const char*\n  f(T* a);\n};", "A.f", "method"),
        ("class A {\n public slots:\n  void f();\n signals:\n  void g();\n};", "A.g", "method"),
    ],
)
def test_macros_around_classes_and_members_hide_nothing(source, symbol, kind):
    assert declared(read(source)).get(symbol) == kind


def test_tests_made_by_macros_have_the_names_they_are_run_by():
    facts = read(
        'TEST(Suite, Name) { f(); }\nTEST_F(Fixture, Name) { f(); }\nTEST_CASE("what it does", "[x]") { f(); }\n'
    )
    assert [(s, d.attributes) for s, d in zip(symbols(facts), facts.declarations, strict=True)] == [
        ("Suite_Name", ("exported", "made", "test")),
        ("Fixture.Name", ("exported", "made", "test")),
        ("what_it_does", ("exported", "made", "test")),
    ]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('"a (b) { c; }"', "a_b_c"),
        ('"3 of 4"', "_3_of_4"),
        ('"a, b",\n  "[a||b]"', "a_b"),
        ('"a " \n "b"', "a_b"),
        ('"a \\"b\\" % 2"', "a_b_2"),
        ('shop, "<a>{b;}</a>", first | second', "shop"),
    ],
)
def test_the_title_of_a_test_may_be_any_text(title, name):
    facts = read(f"TEST_CASE({title}) {{ f(); }}\nint g() {{ return 1; }}\n")
    assert symbols(facts) == [name, "g"]
    assert facts.scopes[facts.scopes[facts.calls[0].scope].parent].declaration == 0


def test_a_syntax_error_leaves_the_rest_and_other_letters_keep_their_place():
    source = 'const char* s = "größe 🚀"; int f() { return 1; }\nclass { int ;;( \n\nint h() { return 2; }\n'
    facts = read(source)
    found = {d.name: d for d in facts.declarations}
    assert source.encode()[found["f"].start : found["f"].end] == b"int f() { return 1; }"
    assert facts.diagnostics


def test_a_line_of_slashes_is_one_remark():
    """Parted in all ways into remarks, eighty slashes would take longer than the world has been there."""
    rule = b"/" * 80
    source = b"namespace shop {\nSHOP_BEGIN\n\n" + rule + b"\n// Prices\n" + rule + b"\n\nint price();\n}\n"
    assert [one.name for one in extract(source, "cpp").declarations] == ["shop", "price"]
    remarks = source.replace(rule, b"/* a */ " * 40)
    assert [one.name for one in extract(remarks, "cpp").declarations] == ["shop", "price"]
    guarded = b"#ifndef SHOP_H\n" + rule + b"\n#include <a.h>\nint price();\n#endif\n"
    assert [one.name for one in extract(guarded, "c").declarations] == ["price"]


def test_what_is_left_to_the_compiler_on_a_line_of_its_own_keeps_the_lines_below():
    facts = read("struct A { ~A(); };\nA::~A() =\n    default;\nint f();\n")
    assert [(d.name, d.line) for d in facts.declarations if d.kind == "function"] == [("f", 4)]
