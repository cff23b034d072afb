pub enum Found<T> { One(T), None }
pub type Mapped<T> = Found<T>;
pub type Again<T> = Mapped<T>;
impl<T> Mapped<T> { pub fn unwrap(self) -> T { panic!() } }
impl<T> Again<T> { const MOST: u8 = 1; pub fn all(&self) -> u8 { 1 } }

pub struct Till;
impl Till { pub fn open(&self) {} }
pub type Box2 = std::boxed::Box<Till>;
pub trait Shown { fn show(&self) {} }
impl Shown for Box2 {}

fn f(found: Found<Till>, other: Option<Till>, held: Box<Till>) {
    found.all();                  // -> ::Again.all
    found.unwrap().open();        // -> ::Mapped.unwrap, ::Till.open
    other.unwrap().open();        // -> ::Till.open
    held.show();                  // -> ::Shown.show
}
