macro_rules! cfg_more { ($($item:item)*) => { $($item)* } }

cfg_more! {
    mod work;
    pub use work::run;
}

fn f() {
    run();   // -> src/work.rs::run
    crate::work::other(); // -> src/work.rs::other
}
