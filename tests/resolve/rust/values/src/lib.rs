pub struct Item;
impl Item {
    fn new() -> Item { Item }
    fn cost(&self) -> Result<Price, Broken> { Err(Broken) }
    fn try_it(&self) -> Option<Item> { None }
}
pub struct Price;
impl Price { fn show(&self) {} }
pub struct Broken;
impl Broken { fn why(&self) {} }
pub struct Held<T> { inner: T, list: Vec<T> }
impl<T> Held<T> {
    fn get(&self) -> &T { &self.inner }
    fn with<F>(self, f: F) -> Self where F: Fn(&T) { f(&self.inner); self }  // -> nothing
}
pub enum Event { Sold(Item, u8), Moved { to: Price }, Closed }
fn same<T>(t: T) -> T { t }

fn f(opt: Option<Item>, event: Event, held: Held<Item>, items: &[Item]) -> Result<(), Broken> {
    let item = Item::new();       // -> ::Item.new
    item.cost()?.show();          // -> ::Item.cost, ::Price.show
    if let Some(inner) = opt {
        inner.cost();             // -> ::Item.cost
    } else {
        inner.cost();             // -> nothing
    }
    let Some(found) = item.try_it() else { return Ok(()) };   // -> ::Item.try_it
    found.cost();                 // -> ::Item.cost
    match event {
        Event::Sold(sold, _) => sold.cost().unwrap().show(),  // -> ::Item.cost, ::Price.show
        Event::Moved { to } => to.show(),                     // -> ::Price.show
        Event::Closed => {}
    }
    match item.cost() {           // -> ::Item.cost
        Ok(price) => price.show(),    // -> ::Price.show
        Err(broken) => broken.why(),  // -> ::Broken.why
    }
    held.get().cost();            // -> ::Held.get, ::Item.cost
    held.list.iter().for_each(|one| { one.cost(); });         // -> ::Item.cost
    for (at, one) in items.iter().enumerate() {
        one.cost();               // -> ::Item.cost
    }
    items.iter().map(|i| i.cost()).filter_map(|r| r.ok()).for_each(|p| p.show()); // -> ::Item.cost, ::Price.show
    held.with(|one| { one.cost(); });    // -> ::Held.with, ::Item.cost
    same(Item::new()).cost();     // -> ::same, ::Item.new, ::Item.cost
    let chosen = if items.is_empty() { Item::new() } else { panic!() };  // -> ::Item.new
    chosen.cost();                // -> ::Item.cost
    let item = 1;
    item.cost();                  // -> nothing
    let typed: Vec<Item> = unknown();
    typed[0].cost();              // -> ::Item.cost
    let (a, b) = (Item::new(), Price);   // -> ::Item.new
    b.show();                     // -> ::Price.show
    let async_block = async { Item::new() };  // -> ::Item.new
    async_block.await.cost();     // -> ::Item.cost
    Ok(())
}

fn blocks(opt: Option<Item>, shown: Option<Price>) {
    let matched = match opt { Some(inner) => inner, None => return };
    matched.cost();               // -> ::Item.cost
    let chosen = if let Some(inner) = shown { inner } else { return };
    chosen.show();                // -> ::Price.show
    let made = { let first = Item::new(); let inner = first; inner };   // -> ::Item.new
    made.cost();                  // -> ::Item.cost
    let held = unsafe { let price = Price; price };
    held.show();                  // -> ::Price.show
    match made.try_it() { Some(one) => one, None => return }.cost();    // -> ::Item.try_it, ::Item.cost
    let nothing = { let inner = Item::new(); inner; };                  // -> ::Item.new
    nothing.cost();               // -> nothing
    let each = [1].iter().map(|_| { let one = Item::new(); one });      // -> ::Item.new
    for one in each { one.cost(); }                                     // -> ::Item.cost
}

// What is known of a function from outside does not depend on how it is brought.
mod brought {
    use super::{Item, Price};
    use std::hint::black_box;
    use std::mem::{take, replace as put};
    use std::thread::spawn;
    use other::take as other_take;

    fn h(mut price: Price, mut first: Item) {
        take(&mut price).show();                  // -> ::Price.show
        put(&mut price, Price).show();            // -> ::Price.show
        black_box(&first).try_it();               // -> ::Item.try_it
        std::hint::black_box(&first).try_it();    // -> ::Item.try_it
        spawn(|| Item::new()).join().unwrap().try_it();   // -> ::Item.new, ::Item.try_it
        other_take(&mut price).show();            // -> nothing
    }
}
