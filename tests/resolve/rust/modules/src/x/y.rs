use crate::a::{b::{self, C}, d as e};  // imports src/a.rs
use unknown_crate::d;

pub fn shown() {
    b::deep();                    // -> src/a.rs::b.deep [import]
    C::new();                     // -> src/a.rs::b.C.new
    e();                          // -> src/a.rs::d [import]
    d();                          // -> nothing
    super::super::top();          // -> src/lib.rs::top
    fn nested() {}
    nested();                     // -> ::shown.nested [lexical]
    {
        use crate::a::first as f;
        f();                      // -> src/a.rs::first
    }
    f();                          // -> nothing
}
