#[macro_use]
mod all;
mod plain;

all_modules!();

fn f() {
    crate::till::open();          // -> src/till.rs::open
    deep::close();                // -> src/deep/mod.rs::close
    crate::unknown::open();       // -> nothing
    plain::lost::open();          // -> nothing
}
pub fn top() {}
