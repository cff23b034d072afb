macro_rules! cfg_more { ($($item:item)*) => { $($item)* } }

cfg_more! {
    mod work;
    pub use work::run;
}

fn f() {
    run();   // -> src/work.rs::run
    crate::work::other(); // -> src/work.rs::other
}

pin_project! {
    pub struct Held {
        #[pin]
        inner: Inner,
    }
}

pub struct Inner;
impl Inner { fn run(&self) {} }

impl Held {
    fn go(self) { self.inner.run(); }  // -> ::Inner.run
}
fn g(held: Held) { held.go(); }  // -> ::Held.go [receiver]
