use futures::Stream;
use http::Uri;
use std::task::Poll;

pub trait More: Stream { fn next(&mut self) -> u8 { 1 } fn map(self) -> u8 { 2 } }
impl<S: ?Sized> More for S where S: Stream {}

pub struct Ticks;
impl Stream for Ticks {}
pub struct Plain;

fn made() -> impl Stream { Ticks }
fn f(mut ticks: Ticks, mut plain: Plain, ready: Poll<u8>, text: &str) {
    ticks.next();            // -> ::More.next
    made().next();           // -> ::made, ::More.next
    plain.next();            // -> nothing
    ready.map();             // -> nothing
    text.split(",").next();  // -> nothing
}

pub trait Loaded: Sized { fn load() -> Option<Self> { None } }
impl<T: Default + Stored> Loaded for T {}
pub trait Stored {}
#[derive(Default)]
pub struct Shelf;
impl Stored for Shelf {}
impl Shelf { fn count(&self) {} }
fn g(stream: Box<dyn Stream>) {
    Shelf::load().unwrap().count();     // -> ::Loaded.load, ::Shelf.count
    Plain::load();                      // -> nothing
    stream.next();                      // -> ::More.next
}

pub trait Runs { fn run(query: Self) -> u8; }
pub trait RunsOn: Sized { fn run(self) -> u8 where Self: Runs { Self::run(self) } }
impl<T> RunsOn for T {}
pub struct Insert;
impl Runs for Insert { fn run(query: Self) -> u8 { 1 } }
fn h(insert: Insert) {
    insert.run();                       // -> ::RunsOn.run
    <Insert as Runs>::run(Insert);      // -> ::Runs.run
}

// In an impl for a type from outside, its method of the same name on `self` is its own: it would not end.
pub trait Place { fn path(&self) -> &str; fn add(&mut self, one: u8); fn size(&self) -> u8; }
impl Place for Uri {
    fn path(&self) -> &str {
        self.size();                    // -> ::Place.size
        self.path()                     // -> nothing
    }
    fn add(&mut self, one: u8) { Uri::add(self, one) }   // -> nothing
    fn size(&self) -> u8 {
        self.other().path();            // -> nothing
        let uri = Uri::default();
        uri.size()                      // -> ::Place.size
    }
}
impl Place for &Uri {
    fn path(&self) -> &str { (**self).path() }           // -> ::Place.path
}
pub trait Held<T> { fn holds(&self, one: T) -> bool; }
impl Held<&u8> for Uri {
    fn holds(&self, one: &u8) -> bool { self.holds(*one) }   // -> ::Held.holds
}
impl Held<u8> for Uri {
    fn holds(&self, one: u8) -> bool { true }
}

// A function has what a trait adds to all functions.
pub struct Parsed;
impl Parsed { fn rest(&self) {} }
pub trait Parser { fn parse(&self) -> Parsed { Parsed } fn many(self) -> Many<Self> where Self: Sized { Many(self) } }
pub struct Many<P>(P);
impl<P> Parser for Many<P> {}
impl<F> Parser for F where F: Fn(&str) -> Parsed {}
fn digit(text: &str) -> Parsed { Parsed }
fn made_parser() -> impl Fn(&str) -> Parsed { digit }
fn parsers(other: Plain) {
    digit.parse().rest();               // -> ::Parser.parse, ::Parsed.rest
    made_parser().parse();              // -> ::made_parser, ::Parser.parse
    digit.many().parse();               // -> ::Parser.many, ::Parser.parse
    other.parse();                      // -> nothing
}

// What a trait gives functions it gives those that take as many.
pub trait OfOne { fn apply(&self) {} }
pub trait OfTwo { fn apply(&self) {} }
impl<F> OfOne for F where F: Fn(u8) -> u8 {}
impl<F> OfTwo for F where F: Fn(u8, u8) -> u8 {}
fn one(a: u8) -> u8 { a }
fn two(a: u8, b: u8) -> u8 { b }
fn applied(both: fn(u8, u8) -> u8) {
    one.apply();                        // -> ::OfOne.apply
    two.apply();                        // -> ::OfTwo.apply
    both.apply();                       // -> ::OfTwo.apply
}
