mod a;                            // imports src/a.rs
pub mod x;                        // imports src/x/mod.rs
#[path = "odd_name.rs"]
mod odd;                          // imports src/odd_name.rs
pub use x::y::shown as seen;      // imports src/x/y.rs
pub use a::*;

pub fn top() {
    a::b::deep();                 // -> src/a.rs::b.deep [import]
    crate::a::first();            // -> src/a.rs::first
    first();                      // -> src/a.rs::first
    odd::strange();               // -> src/odd_name.rs::strange
    seen();                       // -> src/x/y.rs::shown
    inner::here();                // -> ::inner.here
    missing::first();             // -> nothing
    std::mem::drop(1);            // -> nothing
    drop(1);                      // -> nothing
}

mod inner {
    use super::top as above;
    pub fn here() {
        above();                  // -> ::top
        super::top();             // -> ::top
        self::here();             // -> ::inner.here
        top();                    // -> nothing
        first();                  // -> nothing
    }
}
