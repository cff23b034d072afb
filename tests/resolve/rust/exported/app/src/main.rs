#[macro_use]
extern crate core_parts;
mod inner;

fn main() {
    shown!(1);                    // -> core/src/deep.rs::shown
    kept!();                      // -> nothing
    core_parts::shown!(2);        // -> core/src/deep.rs::shown [import]
    core_parts::kept!();          // -> nothing
}
