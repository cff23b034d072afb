macro_rules! all_modules {
    () => { pub mod till; pub mod deep; };
}
