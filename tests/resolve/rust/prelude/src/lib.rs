use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;
use std::sync::Arc;

#[derive(Default, Clone)]
pub struct Item;
impl Item {
    fn cost(&self) {}
}
impl FromStr for Item {
    type Err = ();
    fn from_str(_: &str) -> Result<Item, ()> { Ok(Item) }
}
pub trait Priced { fn priced(&self); }
impl<T> Priced for Vec<T> { fn priced(&self) {} }

pub trait Walk {
    fn each(self) -> Self;
    fn all<C: FromIterator<u8>>(self) -> C;
}
pub struct Steps;
impl Walk for Steps {
    fn each(self) -> Self { self }
    fn all<C: FromIterator<u8>>(self) -> C { loop {} }
}
pub trait IntoWalk {
    type Kind: Walk;
    fn walk(self) -> Self::Kind;
}
impl IntoWalk for std::ops::Range<u8> {
    type Kind = Steps;
    fn walk(self) -> Steps { Steps }
}
pub trait WalkRef {
    type Kind: Walk;
    fn walk_ref(&self) -> Self::Kind;
}
impl<T: ?Sized> WalkRef for T {
    type Kind = Steps;
    fn walk_ref(&self) -> Steps { Steps }
}

fn sent() -> impl Future<Output = Result<Item, ()>> { async { Ok(Item) } }
fn boxed() -> Pin<Box<dyn Future<Output = Item>>> { loop {} }
pub struct Order;
impl Future for Order { type Output = Item; }

async fn use_them(text: &str, list: Vec<u8>) {
    Item::default().cost();              // -> ::Item.cost
    let read = Item::from_str(text).unwrap();
    read.cost();                         // -> ::Item.cost
    let mut items = Vec::new();
    items.push(1);                       // -> nothing
    items.priced();                      // -> ::Priced.priced dynamic
    vec![1].priced();                    // -> ::Priced.priced dynamic
    String::from("a").priced();          // -> nothing
    let shared = Arc::new(Item);
    Arc::clone(&shared).cost();          // -> ::Item.cost
    let mut held = Item;
    std::mem::take(&mut held).cost();    // -> ::Item.cost
    sent().await.unwrap().cost();        // -> ::sent, ::Item.cost
    boxed().await.cost();                // -> ::boxed, ::Item.cost
    Order.await.cost();                  // -> ::Item.cost
    (0..9).walk().each();                // -> ::IntoWalk.walk dynamic, ::Walk.each dynamic
    list.walk_ref().each();              // -> ::WalkRef.walk_ref dynamic, ::Walk.each dynamic
    let again: Vec<_> = list.walk_ref().all();   // -> ::WalkRef.walk_ref dynamic, ::Walk.all dynamic
    again.priced();                      // -> ::Priced.priced dynamic
}
