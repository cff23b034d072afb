pub struct Cart;
impl Cart {
    pub const fn new() -> Self { Cart }
    pub fn add(&self, n: u8) {}
}
mod elsewhere {
    impl super::Cart {
        pub fn far(&self) {
            self.add(1);          // -> ::Cart.add
        }
    }
}
fn f(cart: super::cart::Cart) {
    cart.far();                   // -> ::elsewhere.Cart.far
}
