pub trait Store { type Link: Link; }
pub trait Link { fn send(&self) {} }
pub struct Disk;
pub struct Cable;
impl Cable { pub fn length(&self) {} }
impl Link for Cable {}
impl Store for Disk { type Link = Cable; }

pub fn linked<S: Store>() -> Option<S::Link> { None }
pub fn opened<S>(store: S) -> S::Link where S: Store { panic!() }

pub struct Answer;
impl Answer { pub fn ok() -> Answer { Answer } pub fn show(&self) {} }
pub trait Service { type Answer; const MOST: u8; fn call(&self) -> Self::Answer; }
impl Service for Disk {
    type Answer = Option<Answer>;
    const MOST: u8 = 1;
    fn call(&self) -> Self::Answer {
        Answer::ok().show();          // -> ::Answer.ok, ::Answer.show
        Some(Answer::ok())            // -> ::Answer.ok
    }
}

fn f<S: Store>(disk: Disk) {
    linked::<Disk>().unwrap().length();   // -> ::linked, ::Cable.length
    opened(disk).length();                // -> ::opened, ::Cable.length
    linked::<S>().unwrap().send();        // -> ::linked, ::Link.send
    linked::<S>().unwrap().length();      // -> ::linked
}

// A bound of a trait may name what another of its supertraits declares.
pub trait Dot { type Part: Link; fn part(&self) -> Self::Part; }
pub trait Kept<Of> { type Whole; fn keep(&self) {} }
pub trait Picture: Dot + Kept<<Self as Dot>::Part, Whole = Self::Part> where Self: Kept<Self::Whole> {
    fn draw(&self) {
        self.part().send();               // -> ::Dot.part, ::Link.send
        self.keep();                      // -> ::Kept.keep
        self.part().length();             // -> ::Dot.part
    }
}
