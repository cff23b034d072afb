use std::fmt::Debug;

impl Debug for Shop {
    fn fmt(&self) { self.total(); } // -> ::Shop.total
}

pub struct Shop { price: Price }
pub struct Price;
impl Price { fn get(&self) {} }

impl Shop {
    fn total(&self) { self.price.get(); } // -> ::Price.get
}
