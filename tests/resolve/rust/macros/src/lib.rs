#[macro_use]
mod defs;

macro_rules! local { ($x:expr) => { $x }; }

fn f() {
    local!(helper());             // -> ::local [lexical], ::helper
    shared!();                    // -> src/defs.rs::shared
    assert_eq!(helper(), vec![helper()], "{}", helper());  // -> ::helper
    println!("{}", text(1));      // -> ::text
    unknown!(helper());           // -> ::helper
}
fn helper() -> u8 { 1 }
fn text(n: u8) -> u8 { n }
