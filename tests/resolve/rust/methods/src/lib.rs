mod cart;
use cart::Cart;

pub struct Shop<T> { cart: Cart, stock: Vec<Item>, first: Option<T>, pair: (Cart, Item) }
pub struct Item { len: usize }
pub struct Wrapped(pub Item);

impl Item {
    pub fn len(&self) -> usize { self.len }
    pub fn twin(&self) -> Self { Item { len: self.len() } }   // -> ::Item.len [receiver]
}
impl<T> Shop<T> {
    fn go(&mut self, item: &Item, boxed: Box<Item>) {
        self.own();               // -> ::Shop.own [receiver]
        Self::make();             // -> ::Shop.make
        Shop::<u8>::make();       // -> ::Shop.make
        item.len();               // -> ::Item.len [receiver]
        item.twin().twin().len(); // -> ::Item.twin, ::Item.len
        boxed.len();              // -> ::Item.len
        self.cart.add(1);         // -> src/cart.rs::Cart.add [field]
        self.pair.1.len();        // -> ::Item.len [field]
        self.stock[0].len();      // -> ::Item.len
        self.stock.len();         // -> nothing
        self.stock.first().unwrap().len();   // -> ::Item.len
        (*item).len();            // -> ::Item.len
        Cart::new().add(2);       // -> src/cart.rs::Cart.new, src/cart.rs::Cart.add [result]
        Wrapped(item.twin()).0.len();        // -> ::Item.twin, ::Item.len
        let f = Item::len;
        f(item);                  // -> nothing
        Item::len(item);          // -> ::Item.len
    }
    fn own(&self) {}
    fn make() {}
}
