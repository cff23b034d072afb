//! What the standard library and runtimes hand on of a crate's own values.
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::{Rc, Weak};

pub struct Boat;

impl Boat {
    pub fn new() -> Self {
        Boat
    }
    pub fn sail(&self) -> Storm {
        Storm
    }
}

pub struct Storm;

impl Storm {
    pub fn pass(&self) {}
}

pub async fn later() -> Boat {
    Boat
}

pub fn cells(shared: Rc<RefCell<Boat>>, plain: Rc<Boat>, weak: Weak<Boat>) {
    shared.borrow().sail(); // -> ::Boat.sail
    shared.borrow_mut().sail(); // -> ::Boat.sail
    plain.as_ref().sail(); // -> ::Boat.sail
    weak.upgrade().unwrap().sail(); // -> ::Boat.sail
}

pub fn collected(boats: &[Boat], by_name: &BTreeMap<String, Boat>) {
    let storms: Vec<_> = boats.iter().map(|boat| boat.sail()).collect(); // -> ::Boat.sail
    storms[0].pass(); // -> ::Storm.pass
    let tried: Result<Vec<_>, ()> = boats.iter().map(|boat| Ok(boat.sail())).collect(); // -> ::Boat.sail
    tried.unwrap()[0].pass(); // -> ::Storm.pass
    let named: HashMap<_, _> = boats.iter().map(|boat| (1, boat.sail())).collect(); // -> ::Boat.sail
    named.get(&1).unwrap().pass(); // -> ::Storm.pass
    by_name.first_key_value().unwrap().1.sail(); // -> ::Boat.sail
    Some(Some(Boat::new())).flatten().unwrap().sail(); // -> ::Boat.new, ::Boat.sail
}

pub fn called(make: Box<dyn Fn() -> Boat>) {
    make().sail(); // -> ::Boat.sail
    let other = |boat: &Boat| boat.sail(); // -> ::Boat.sail
    other(&Boat::new()).pass(); // -> ::Boat.new, ::Storm.pass
}

pub fn threads() {
    std::thread::spawn(|| Boat::new()).join().unwrap().sail(); // -> ::Boat.new, ::Boat.sail
}

pub async fn tasks(runtime: tokio::runtime::Runtime) {
    runtime.block_on(later()).sail(); // -> ::later, ::Boat.sail
    runtime.block_on(async { Boat::new() }).sail(); // -> ::Boat.new, ::Boat.sail
    tokio::spawn(later()).await.unwrap().sail(); // -> ::later, ::Boat.sail
    tokio::task::spawn_blocking(|| Boat::new()).await.unwrap().sail(); // -> ::Boat.new, ::Boat.sail
    tokio::time::timeout(LIMIT, later()).await.unwrap().sail(); // -> ::later, ::Boat.sail
    other::task::spawn(later()).await.sail(); // -> ::later
}
