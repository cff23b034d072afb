"""The items that the macros of a Rust file make, and where in the file they are said to stand."""

from __future__ import annotations

import pytest

from tests.parse.languages.reading import one
from xray_graph.graph.ids import symbols
from xray_graph.model import FileFacts
from xray_graph.parse.extract import extract
from xray_graph.parse.languages.rust_rules import MAX_STEPS, Expander


def read(source: str) -> FileFacts:
    return extract(source.encode(), "rust")


def declared(source: str) -> dict[str, str]:
    """Symbol → kind, of all that has a name but the macros themselves."""
    facts = read(source)
    pairs = zip(symbols(facts), facts.declarations, strict=True)
    return {symbol: one.kind for symbol, one in pairs if one.name and one.kind != "macro"}


ID = """macro_rules! id {
    ($($(#[$meta:meta])* $name:ident($inner:ty)),+ $(,)?) => { $(
        $(#[$meta])*
        pub struct $name($inner);
        impl $name { pub fn new(x: $inner) -> Self { check(&x); $name(x) } }
    )+ };
}
"""


def test_each_round_of_a_repetition_makes_its_items():
    source = ID + "id! {\n    /// Who buys.\n    User(u8),\n    Order(Vec<(u8, u16)>),\n}\n"
    facts = read(source)
    assert declared(source) == {
        "User": "struct",
        "User.new": "method",
        "Order": "struct",
        "Order.new": "method",
    }
    user, new, order = (one(facts, name) for name in ("User", "User.new", "Order"))
    assert (user.signature, user.doc) == ("pub struct User(u8)", "Who buys.")
    assert source[user.start : user.end] == "/// Who buys.\n    User(u8)"
    assert (user.line, user.name_line, user.end_line) == (9, 10, 10)
    assert new.signature == "pub fn new(x: u8) -> Self"
    assert source[order.start : order.end] == "Order(Vec<(u8, u16)>)"
    assert (order.line, order.end_line) == (11, 11)


def test_what_no_argument_stands_for_has_the_place_of_the_invocation():
    source = "macro_rules! make { ($n:ident) => { fn $n() { run() } fn other() {} } }\n\nmake!(first);\n"
    facts = read(source)
    first, other = one(facts, "first"), one(facts, "other")
    assert {source[d.start : d.end] for d in (first, other)} == {"make!(first)"}
    assert {(d.line, d.end_line) for d in (first, other)} == {(3, 3)}
    assert [(call.line, call.kind) for call in facts.calls] == [(3, "macro"), (3, "")]


def test_what_is_handed_on_keeps_its_own_place():
    source = (
        "macro_rules! on { ($($item:item)*) => { $( #[cfg(unix)] $item )* } }\n"
        "on! {\n    /// Goes.\n    fn go() {\n        run();\n    }\n    mod inner;\n}\nfn after() {}\n"
    )
    facts = read(source)
    go = one(facts, "go")
    assert source[go.start : go.end] == "fn go() {\n        run();\n    }"
    assert (go.line, go.end_line, go.attributes, go.doc) == (4, 6, ("cfg=unix",), "Goes.")
    assert [(call.line, call.kind) for call in facts.calls] == [(2, "macro"), (5, "")]
    assert [(i.name, i.line) for i in facts.imports] == [("inner", 7)]
    after = one(facts, "after")
    assert (source[after.start : after.end], after.line) == ("fn after() {}", 9)
    assert (facts.lines, facts.size) == (9, len(source))


def test_an_empty_comment_that_is_handed_on_twice_keeps_its_place():
    source = """macro_rules! on {
    (@ $($item:tt)*) => { $($item)* };
    ($($item:tt)*) => { on! { @ $($item)* } };
}
on! {
    ///
    fn go() {}
}
"""
    facts = read(source)
    go = one(facts, "go")
    assert (source[go.start : go.end], go.line, go.doc) == ("fn go() {}", 7, "")


def test_the_first_rule_that_fits_is_taken_and_may_invoke_another():
    source = """macro_rules! verb {
    ($name:ident, GET) => { verb!(@make /// Gets it,
        /// and no more.
        $name, GET); };
    ($name:ident, $other:ident) => { verb!(@make /// See [`get`].
        $name, $other); };
    (@make $(#[$m:meta])+ $name:ident, $word:ident) => { $(#[$m])+ pub fn $name() { on(Word::$word) } };
}
verb!(get, GET);
mod inner { fn own() {} }
impl Router { verb!(put, PUT); }
trait Verbs { verb!(post, POST); fn last(&self); }
"""
    facts = read(source)
    assert declared(source) == {
        "get": "function",
        "inner": "module",
        "inner.own": "function",
        "Router.put": "method",
        "Verbs": "trait",
        "Verbs.post": "method",
        "Verbs.last": "method",
    }
    assert (one(facts, "get").doc, one(facts, "Router.put").doc) == ("Gets it,\nand no more.", "See [`get`].")


@pytest.mark.parametrize(
    ("pattern", "given"),
    [
        ("$n:ident: $t:ty", "made: &'static [Vec<A>; 2]"),
        ("$t:ty => $n:ident", "dyn Fn(A, B) -> C + Send => made"),
        ("$($t:ty)* ; $n:ident", "u8 a::B<C> (A, B) ; made"),
        ("$e:expr, $n:ident", "|a, b| a + b, made"),
        ("$e:expr; $n:ident", "f::<A, B>(x)[1]; made"),
        ("$p:pat => $n:ident", "Some(A | B) => made"),
        ("$v:vis $n:ident $l:lifetime $x:literal", "pub(crate) made 'a -1"),
        ("$n:ident $b:block", "made { 1 }"),
        ("[$($a:tt)*] $n:ident", "[a { , } =>] made"),
        ("$($k:ident = $v:expr),* ; $n:ident", "a = 1, b = g(2, 3); made"),
        ("$(#[$m:meta])* $n:ident $(,)?", '/// a\n #[b(c)] #[d = "e"] /** f */ made,'),
        ("$p:path, $n:ident", "a::b::C<D>, made"),
        ("$i:item $n:ident", "const fn f() -> A { 1 } made"),
        ("$i:item $n:ident", "const F: A = { 1 }; made"),
    ],
)
def test_kinds_of_arguments_end_where_the_language_ends_them(pattern, given):
    source = f"macro_rules! m {{ ({pattern}) => {{ fn $n() {{}} }} }}\nm! {{ {given} }}\n"
    assert declared(source) == {"made": "function"}


@pytest.mark.parametrize(
    "source",
    [
        "m!(a);\nmacro_rules! m { ($n:ident) => { fn $n() {} } }",  # only below is it known
        "mod x { macro_rules! m { ($n:ident) => { fn $n() {} } } }\nm!(a);",
        "macro_rules! m { ($n:ident) => { fn $n( {} } }\nm!(a);",
        "macro_rules! m { ($n:ident) => { fn $n() {} } }\nm!(a, b);",
        "macro_rules! m { ($n:ident) => { fn ${concat($n, _x)}() {} } }\nm!(a);",
        "macro_rules! m { ($n:ident) => { fn $n() {} } }\nfn f() { m!(a); }",
        "#[cfg(a)]\nmacro_rules! m { ($n:ident) => { fn $n() {} } }\n"
        "#[cfg(not(a))]\nmacro_rules! m { ($n:ident) => { fn $n(x: u8) {} } }\nm!(a);",
    ],
)
def test_what_is_not_sure_makes_nothing(source):
    assert "a" not in declared(source)


def test_a_macro_of_a_module_is_known_behind_it_by_macro_use():
    source = "#[macro_use]\nmod x { macro_rules! m { ($n:ident) => { fn $n() {} } } }\nm!(a);"
    assert declared(source) == {"x": "module", "a": "function"}


def test_a_condition_of_an_invocation_holds_for_what_it_makes():
    source = "macro_rules! m { ($n:ident) => { fn $n() {} struct S; } }\n#[cfg(windows)]\nm!(a);\n"
    facts = read(source)
    assert one(facts, "a").attributes == one(facts, "S").attributes == ("cfg=windows",)


@pytest.mark.parametrize(
    "source",
    [
        "macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*); } }\nm!(a);",
        "macro_rules! m { ($($t:tt)*) => { m!($($t)*); m!($($t)*); fn f() {} } }\nm!(a);",
        "macro_rules! m { ($($t:tt)*) => { $( $( $t )* )* } }\nm!(" + "a " * 20_000 + ");",
        "macro_rules! m { ($t:tt) => { m!(($t)); } }\nm!(a);",
        "macro_rules! m { ($t:tt) => { m!(($t $t $t $t)); } }\nm!(a);",
        "macro_rules! m { ("
        + "$(" * 40
        + "$t:tt"
        + ")*" * 40
        + ") => { fn f() {} } }\nm!("
        + "a " * 2000
        + ");",
        "macro_rules! m { ($t:tt) => { fn f() {} } }\nm!(" + "(" * 5000 + ")" * 5000 + ");",
        "macro_rules! m { ($t:literal) => { "
        + "const A: &str = $t; " * 400
        + '} }\nm!("'
        + "x" * 90_000
        + '");',
    ],
)
def test_a_macro_that_runs_away_is_bounded(source):
    facts = read(source + "\nfn last() { run(); }\n")
    last = next(d for d in facts.declarations if d.name == "last")
    assert last.line == source.count("\n") + 2
    assert len(facts.declarations) < 1000


@pytest.mark.parametrize(
    "source",
    [
        "macro_rules! m { " + "($x:expr;) => {};" * 5000 + " }\nm! { " + "a " * 40_000 + "}",
        "macro_rules! m { " + "($x:ty) => {};" * 5000 + " }\nm! { a<" + "a " * 40_000 + "}",
        "macro_rules! m { () => { fn f() {} } }\n" * 400 + "mod x { m!(); }\n" * 400,
        "".join(f"mod x{i} {{ macro_rules! m {{ () => {{}} }} }}\n" for i in range(3000)) + "m!();\n" * 3000,
    ],
)
def test_what_is_looked_at_in_vain_counts_as_well(source, monkeypatch):
    looked = []
    monkeypatch.setattr(Expander, "step", counting(looked, Expander.step))
    read(source)
    assert sum(looked) <= MAX_STEPS + len(source)


def counting(looked, step):
    def counted(self, steps=1):
        looked.append(steps)
        step(self, steps)

    return counted


@pytest.mark.parametrize(("around", "last"), [("", ""), ("impl A {\n", "}\n")])
def test_what_is_handed_on_keeps_its_place_under_a_condition(around, last):
    source = (
        "macro_rules! on { ($($i:item)*) => { $($i)* } }\n"
        + around
        + "#[cfg(any(unix,\n    windows))]\non! {\n    fn go() {\n        run();\n    }\n}\n"
        + last
    )
    facts = read(source)
    go = next(d for d in facts.declarations if d.name == "go")
    assert source[go.start : go.end] == "fn go() {\n        run();\n    }"
    assert (go.line - source[: go.start].count("\n"), go.attributes[0]) == (1, "cfg=any(unix, windows)")


def test_what_a_comment_says_is_no_attribute():
    macro = "macro_rules! m { ($n:ident) => { fn $n() {} } }\n"
    assert one(read(macro + "// #[cfg(unix)]\nm!(a);"), "a").attributes == ()
    assert "a" not in declared("// no macro_use\nmod x { " + macro + " }\nm!(a);")


def test_a_condition_of_the_module_chooses_among_its_macros_too():
    unix, other = (
        f"#[cfg({given})]\n#[macro_use]\nmod {name} {{ macro_rules! m {{ ($n:ident) => {{ fn $n() {{}} }} }} }}\n"
        for given, name in (("unix", "x"), ("not(unix)", "y"))
    )
    assert "a" not in declared(unix + other + "m!(a);")
    assert "a" in declared(unix + other + "macro_rules! m { ($n:ident) => { fn $n() {} } }\nm!(a);")


def test_a_plus_may_stand_behind_the_last_bound():
    source = """macro_rules! colour {
    ($(struct $name:ident<T: $($bound:ident)*>;)*) => { $(
        pub struct $name<T>(T);
        impl<T: $($bound+)*> Pixel for $name<T> { fn new<U: $($bound +)*, V>(u: U) { u + { 1 }; } }
    )* };
}
colour! { struct Grey<T: Copy Eq>; struct Plain<T: Eq>; }
"""
    assert declared(source) == {
        "Grey": "struct",
        "Grey.new": "method",
        "Plain": "struct",
        "Plain.new": "method",
    }


def test_a_plus_that_is_handed_on_stays():
    source = """macro_rules! inner { ($op:tt, $name:ident) => { struct $name; } }
macro_rules! last { ($name:ident $op:tt) => { struct $name; } }
macro_rules! outer { ($name:ident, $other:ident, $op:tt) => { inner!($op, $name); last!($other $op); } }
outer!(Sum, Total, +);
"""
    assert declared(source) == {"Sum": "struct", "Total": "struct"}
