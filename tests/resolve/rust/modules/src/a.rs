pub fn first() {}
pub mod b {
    pub struct C;
    impl C {
        pub fn new() -> C { C }
    }
    pub fn deep() {}
}
pub fn d() {}
