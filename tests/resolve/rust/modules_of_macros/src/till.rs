use super::deep::close;           // imports src/deep/mod.rs

pub fn open() {
    close();                      // -> src/deep/mod.rs::close
    crate::top();                 // -> src/lib.rs::top
}
