"""What one Rust file states: declarations, types, bindings, imports, calls."""

from __future__ import annotations

from tests.parse.languages.reading import Reader, declared, one, shown
from xray_graph.model import Op

READER = Reader("rust")
read, calls, bound, imported = READER.read, READER.calls, READER.bound, READER.imported


def test_items_and_their_members():
    facts = read(
        """
        pub struct Cart<'a, T: Item> where T: Clone { pub items: Vec<&'a T>, size: usize }
        struct Pair(u8, String);
        pub enum Event { Closed, Sold(Cart, u8), Moved { to: u8 } }
        union Raw { a: u8 }
        trait Shop: Open + Close { type Money; const MAX: usize; fn sell(&self) -> Self::Money; fn open(&self) {} }
        impl<'a, T> Shop for Cart<'a, T> { type Money = u8; fn sell(&self) -> u8 { 0 } }
        impl Cart<'_, u8> { pub const fn new() -> Self { todo!() } async fn wait(&mut self) {} }
        const LIMIT: usize = 1;
        static mut COUNT: u8 = 0;
        type Carts = Vec<Cart>;
        mod inner { pub fn f() { fn nested() {} } }
        macro_rules! shout { ($x:expr) => { $x }; }
        extern "C" { fn outside(x: u8); }
        """
    )
    assert declared(facts) == {
        "Cart": "struct",
        "Cart.items": "field",
        "Cart.size": "field",
        "Pair": "struct",
        "Event": "enum",
        "Event.Closed": "constant",
        "Event.Sold": "constant",
        "Event.Moved": "constant",
        "Event.Moved.to": "field",
        "Raw": "struct",
        "Raw.a": "field",
        "Shop": "trait",
        "Shop.Money": "type",
        "Shop.MAX": "constant",
        "Shop.sell": "method",
        "Shop.open": "method",
        "Cart.Money": "type",
        "Cart.sell": "method",
        "Cart.new": "method",
        "Cart.wait": "method",
        "LIMIT": "constant",
        "COUNT": "variable",
        "Carts": "type",
        "inner": "module",
        "inner.f": "function",
        "inner.f.nested": "function",
        "shout": "macro",
        "outside": "function",
    }
    assert shown(facts, one(facts, "Pair").type) == "TUPLE(NAME:u8, NAME:String)"
    assert shown(facts, one(facts, "Event.Sold").type) == "TUPLE(NAME:Cart, NAME:u8)"
    assert [how for how, _ in one(facts, "Shop").bases] == ["extends", "extends"]
    bounds = {name: shown(facts, bound) for name, bound in one(facts, "Cart").type_parameters}
    assert bounds == {"T": "INTERSECTION(INTERSECTION(NAME:Item), INTERSECTION(NAME:Clone))"}
    impl = next(d for d in facts.declarations if d.kind == "impl")
    assert [(how, shown(facts, base)) for how, base in impl.bases] == [("implements", "NAME:Shop")]
    assert shown(facts, impl.type) == "APPLY(NAME:Cart, LITERAL:lifetime, NAME:T)"
    assert one(facts, "Cart.new").attributes == ("exported", "static")
    assert one(facts, "Cart.wait").attributes == ("async",)
    assert one(facts, "Shop.sell").attributes == ("abstract",)


def test_implementations_of_several_traits_are_told_apart():
    facts = read(
        """
        impl From<u8> for Money { fn from(x: u8) -> Money { Money } }
        impl From<&str> for Money { fn from(x: &str) -> Money { Money } }
        impl Debug for Money { fn fmt(&self, f: &mut Formatter) -> Result { f.done() } }
        impl Display for Money { fn fmt(&self, f: &mut Formatter) -> Result { f.done() } }
        """
    )
    methods = [s for s, kind in declared(facts).items() if kind == "method"]
    assert methods == ["Money.from(u8)", "Money.from(str)", "Money.fmt(Formatter)", "Money.fmt(Formatter)~2"]


def test_use_trees_bind_each_name_with_its_whole_path():
    assert imported(
        """
        use crate::a::{b::{self, C}, d as e};
        pub use self::x::*;
        use super::super::Y as _;
        use ::std::io;
        extern crate core as base;
        mod decl;
        #[path = "odd.rs"] mod odd;
        """
    ) == [
        ("crate::a", "b", "b", ""),
        ("crate::a::b", "C", "C", ""),
        ("crate::a", "d", "e", ""),
        ("self::x", "*", "", "export"),
        ("super::super", "Y", "_", ""),
        ("::std", "io", "io", ""),
        ("", "core", "base", "crate"),
        ("", "decl", "", "mod"),
        ("odd.rs", "odd", "", "mod"),
    ]


def test_patterns_bind_the_parts_of_a_variant():
    names = bound(
        """
        fn f(cart: &Cart, (a, b): (u8, Item), opt: Option<Item>, event: Event) {
            let plain = cart.first();
            let Some(inner) = opt else { return };
            if let Event::Moved { to, from: Place(place, ..) } = event { to.go(); }
            match event { Event::Sold(ref sold, _, n) if n > 1 => sold.x(), None => 1, x @ Ok(_) => 2, _ => 3 };
            for (i, item) in cart.items.iter().enumerate() {}
            let typed: Vec<Item> = vec![];
            let closure = |p: Item, q| p.cost(q);
        }
        """
    )
    assert names == {
        "cart": "POINTER(NAME:Cart)",
        "{1}": "TUPLE(NAME:u8, NAME:Item)",
        "a": "PART:0(NAME:{1})",
        "b": "PART:1(NAME:{1})",
        "opt": "APPLY(NAME:Option, NAME:Item)",
        "event": "NAME:Event",
        "plain": "CALL(MEMBER:first(NAME:cart))",
        "inner": "PART:0(CAST(NAME:Some, NAME:opt))",
        "to": "MEMBER:to(CAST(MEMBER:Moved(NAME:Event, NAME:Moved), NAME:event))",
        "place": "PART:0(CAST(NAME:Place, "
        "MEMBER:from(CAST(MEMBER:Moved(NAME:Event, NAME:Moved), NAME:event))))",
        "sold": "PART:0(CAST(MEMBER:Sold(NAME:Event, NAME:Sold), NAME:event))",
        "n": "PART:2(CAST(MEMBER:Sold(NAME:Event, NAME:Sold), NAME:event))",
        "x": "NAME:event",
        "i": "PART:0(ELEMENT(CALL(MEMBER:enumerate(CALL(MEMBER:iter(MEMBER:items(NAME:cart)))))))",
        "item": "PART:1(ELEMENT(CALL(MEMBER:enumerate(CALL(MEMBER:iter(MEMBER:items(NAME:cart)))))))",
        "typed": "APPLY(NAME:Vec, NAME:Item)",
        "closure": "FUNC",
        "p": "NAME:Item",
        "q": "-",
    }


def test_what_if_let_binds_is_not_bound_in_its_else():
    facts = read("fn f(x: A) { if let Some(x) = x.get() { x.yes() } else { x.no() } }")
    (inner,) = [b for b in facts.bindings if b.kind == "local"]
    scope = facts.scopes[inner.scope]
    source = "fn f(x: A) { if let Some(x) = x.get() { x.yes() } else { x.no() } }"
    assert scope.start < source.index("x.yes") < scope.end < source.index("x.no")


def test_paths_fields_and_chains_of_calls():
    assert calls(
        "fn f() { a::b::c(1); S::<u8>::new().run()?.go::<T>(x); self.x.y(); <T as Tr>::make(); "
        "Self::z(); ::std::mem::drop(x); (*p).q(); v[0].w(); (f)(); }"
    ) == [
        "CALL(MEMBER:c(MEMBER:b(NAME:a, NAME:b), NAME:c), LITERAL:1)",
        "CALL(MEMBER:new(APPLY(NAME:S, NAME:u8), NAME:new))",
        "CALL(MEMBER:run(CALL(MEMBER:new(APPLY(NAME:S, NAME:u8), NAME:new))))",
        "CALL(APPLY(MEMBER:go(UNARY:?(CALL(MEMBER:run(CALL(MEMBER:new(APPLY(NAME:S, NAME:u8), "
        "NAME:new)))))), NAME:T), NAME:x)",
        "CALL(MEMBER:y(MEMBER:x(NAME:self)))",
        "CALL(MEMBER:make(CAST(NAME:Tr, NAME:T), NAME:make))",
        "CALL(MEMBER:z(NAME:Self, NAME:z))",
        "CALL(MEMBER:drop(MEMBER:mem(MEMBER:std(-, NAME:std), NAME:mem), NAME:drop), NAME:x)",
        "CALL(MEMBER:q(UNARY:*(NAME:p)))",
        "CALL(MEMBER:w(INDEX(NAME:v, LITERAL:0)))",
        "CALL(NAME:f)",
    ]


def test_calls_in_the_arguments_of_macros():
    source = """fn f() {
        assert_eq!(a.len(), b(1), "text {}", c());
        let v = vec![d(); 3];
        log::info!("{}", e(vec![g()]));
        odd!(x => y(z) ~ 3);
    }
    quickcheck! { fn holds(x: u8) -> bool { check(x) } }
    """
    facts = read(source)
    found = [shown(facts, call.expression) for call in facts.calls if call.kind != "macro"]
    assert found == [
        "CALL(MEMBER:len(NAME:a))",
        "CALL(NAME:b, LITERAL:1)",
        "CALL(NAME:c)",
        "CALL(NAME:d)",
        "CALL(NAME:e, CALL:!(NAME:vec, CALL(NAME:g)))",
        "CALL(NAME:g)",
        "CALL(NAME:check, NAME:x)",
    ]
    assert declared(facts) == {"f": "function", "holds": "function"}


def test_blocks_and_arms_give_a_value_in_their_scope():
    facts = read(
        """fn f() {
        g({ a }, { /* nothing */ }, { a; }, { 1 }, match b { x => x, _ => {} });
    }
    """
    )
    found = [shown(facts, call.expression) for call in facts.calls]
    ends = {row[1] for row in facts.expressions if row[0] == Op.WITHIN}
    assert found == [
        "CALL(NAME:g, WITHIN(NAME:a), UNKNOWN, UNKNOWN, LITERAL:1, CHOICE(WITHIN(NAME:x), UNKNOWN))"
    ]
    assert len(ends) == 2


def test_attributes_and_documentation_above_an_item():
    facts = read(
        """//! The file.
//! More of it.

/// What it does.
///
/// #[ignored] here
#[cfg(all(unix,
          not(miri)))]
#[inline] #[tokio::test]
pub fn one() {}

/** Block. */
#[deprecated(since = "1")]
fn two() {} // trailing

fn three() {}
pub(crate) struct Four;
"""
    )
    assert facts.doc == "The file.\nMore of it."
    assert one(facts, "one").doc == "What it does.\n\n#[ignored] here"
    assert one(facts, "one").attributes == ("cfg=all(unix, not(miri))", "exported", "test")
    assert (one(facts, "two").doc, one(facts, "two").attributes) == ("Block.", ("deprecated",))
    assert one(facts, "three").doc == ""
    assert one(facts, "Four").attributes == ()


def test_a_syntax_error_costs_no_neighbour():
    facts = read("fn a() { x( }\n\nfn b() { c(); }\n\nstruct D { e: u8 }\n")
    assert {"b", "D", "D.e"} <= set(declared(facts))
    assert [d.code for d in facts.diagnostics][:1] == ["parse-error"]


def test_spans_are_bytes():
    source = '// 🚀 é\nfn größe() { "日本".len(); }\nfn after() {}\n'
    facts = read(source)
    for declaration in facts.declarations:
        text = source.encode()[declaration.start : declaration.end].decode()
        assert text.startswith("fn " + declaration.name)


def test_remarks_before_self_are_read_in_one_way():
    """Parted in all ways into remarks, eighty of them would take longer than the world has been there."""
    remarks = "/* a */ /**/" * 40
    found = read(
        f"struct A;\nimpl A {{\n    fn of({remarks} a: u8) {{}}\n    fn at({remarks} &self) {{}}\n}}\n"
    )
    assert [b.name for b in found.bindings if b.kind == "receiver"] == ["self"]


def test_a_signature_is_without_comments():
    text = (
        "/// Adds.\npub fn add(\n    a: u8, // one\n    b: u8, /* other */\n) -> u8 // why\n{\n    a + b\n}\n"
    )
    add = one(read(text), "add")
    assert (add.signature, add.doc) == ("pub fn add( a: u8, b: u8, ) -> u8", "Adds.")


def test_attributes_that_an_item_shares_a_line_with_are_of_no_item_below():
    source = (
        "#[test] fn a() {}\n#[cfg(unix)] mod x;\nmod y;\n#[cfg(unix)] use b::c;\nuse d::e;\n"
        '#[cfg(feature = "[")] // why\n/* and */ #[inline] fn last() {}\nfn after() {}\n'
    )
    facts = read(source)
    assert {d.name: d.attributes for d in facts.declarations} == {
        "a": ("test",),
        "last": ('cfg=feature = "["',),
        "after": (),
    }
    assert [i.kind for i in facts.imports] == ["mod cfg=unix", "mod", " cfg=unix", ""]
