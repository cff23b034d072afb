use super::*;                     // imports tests/all.rs

#[test]
fn opens() {
    prepare();                    // -> tests/all.rs::prepare
    price();                      // -> src/lib.rs::price
    crate::prepare();             // -> tests/all.rs::prepare
}
