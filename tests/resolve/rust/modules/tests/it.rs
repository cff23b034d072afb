use shop::{seen, x::y};           // imports src/x/y.rs
mod support;                      // imports tests/support.rs

#[test]
fn works() {
    seen();                       // -> src/x/y.rs::shown
    y::shown();                   // -> src/x/y.rs::shown
    support::prepare();           // -> tests/support.rs::prepare
    shop::top();                  // -> src/lib.rs::top
    crate::works();               // -> ::works
}
