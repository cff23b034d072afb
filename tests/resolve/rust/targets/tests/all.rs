pub(crate) use targets::price;
mod till;                         // imports tests/till.rs

pub fn prepare() {}
