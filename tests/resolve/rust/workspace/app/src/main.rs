use shop_core::Till;              // imports core/src/lib.rs

fn main() {
    shop_core::price();           // -> core/src/lib.rs::price
    renamed::price();             // -> core/src/lib.rs::price
    serde::price();               // -> nothing
    Till.open();                  // -> core/src/lib.rs::Till.open
}
