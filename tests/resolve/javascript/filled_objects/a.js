function makeCart() {
  const cart = { size: 0 };
  cart.add = function (item) { this.count(); }; // -> ::makeCart.count
  cart.count = count;
  cart.clear = () => cart.add(); // -> ::makeCart.cart.add
  return cart;
  function count() {}
}
function makeShop() {
  let cart = Object.create(null);
  cart.add = function () {};
  if (open) {
    const cart = {};
    cart.add = function () {};
  }
  const plain = {};
  plain.name = 'shop';
  return { cart, plain };
}
const cart = makeCart(); // -> ::makeCart
cart.add(); // -> ::makeCart.cart.add
makeCart().count(); // -> ::makeCart, ::makeCart.count
cart.clear(); // -> ::makeCart.cart.clear
cart.missing(); // -> nothing
makeShop().cart.add(); // -> ::makeShop
makeShop().plain.add(); // -> ::makeShop
