pub trait Named {
    type Name: Shown;
    fn name(&self) -> Self::Name;
    fn greet(&self) {
        self.name().show();       // -> ::Named.name dynamic, ::Shown.show dynamic
    }
    fn make() -> Self;
}
pub trait Shown { fn show(&self); }
pub trait Loud: Named { fn shout(&self); }   // inherits ::Named

pub struct Dog { tag: Tag }
pub struct Tag;
impl Shown for Tag { fn show(&self) {} }
impl Named for Dog {              // implements ::Named
    type Name = Tag;
    fn name(&self) -> Tag { Tag }
    fn make() -> Self { Dog { tag: Tag } }
}
impl Loud for Dog { fn shout(&self) {} }
impl Tag { fn polish(&self) {} }
impl Iterator for Dog {
    type Item = Tag;
    fn next(&mut self) -> Option<Tag> { None }
}

fn f<T: Loud, U>(t: T, u: &U, any: &dyn Loud, some: impl Named, dog: Dog) where U: Shown {
    t.shout();                    // -> ::Loud.shout [inherits] dynamic
    t.name();                     // -> ::Named.name
    t.greet();                    // -> ::Named.greet
    T::make();                    // -> ::Named.make
    u.show();                     // -> ::Shown.show
    any.name();                   // -> ::Named.name
    some.greet();                 // -> ::Named.greet
    dog.greet();                  // -> ::Named.greet
    dog.name().polish();          // -> ::Named.name, ::Tag.polish
    <Dog as Named>::make().shout();   // -> ::Named.make, ::Loud.shout
    dog.tag.show();               // -> ::Shown.show
    dog.next();                   // -> nothing
    t.missing();                  // -> nothing
}

pub trait Extra { fn extra(&self); }
impl<T: Named> Extra for T { fn extra(&self) {} }
impl Extra for str { fn extra(&self) {} }
fn g(dog: Dog, tag: Tag) {
    dog.extra();                  // -> ::Extra.extra
    tag.extra();                  // -> nothing
    "text".extra();               // -> ::Extra.extra
}
mod out_of_scope {
    fn g(dog: super::Dog) {
        "text".extra();           // -> nothing
    }
}
#[derive(Clone, Marked)]
struct Cat;                       // implements ::Marked
trait Marked { fn mark(&self) {} }
fn h(cat: Cat) {
    cat.mark();                   // -> ::Marked.mark
    cat.clone().mark();           // -> ::Marked.mark
}
