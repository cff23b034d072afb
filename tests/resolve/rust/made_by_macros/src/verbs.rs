macro_rules! verb {
    ($name:ident) => { pub fn $name(x: u8) -> Router { on(x) } };
}
macro_rules! chained {
    ($($name:ident),*) => { $( pub fn $name(self, x: u8) -> Router { on(x); self } )* };
}
macro_rules! id {
    ($name:ident: $inner:ty) => {
        pub struct $name($inner);
        impl $name {
            pub fn new(x: $inner) -> Self { check(&x); $name(x) }
            pub fn value(&self) -> $inner { self.0 }
        }
        impl Shape for $name {}
    };
}

verb!(get);  // -> ::verb, ::on
verb!(put);  // -> ::verb, ::on

pub struct Router;
impl Router {
    chained!(get, put);  // -> ::chained, ::on
}

id!(Order: u8);  // -> ::id, ::check

pub trait Shape { fn area(&self) -> u8 { 1 } }

fn on(x: u8) -> Router { Router }
fn check(x: &u8) {}
