class Cart {
  add() {}
}
/** @satisfies {{ go: (cart: Cart) => void }} */
const table = {
  go: (cart) => cart.add(), // -> ::Cart.add
  other() {
    return new Cart(); // -> ::Cart
  },
};
table.other().add(); // -> ::table.other, ::Cart.add
const bracketed = /** @satisfies {{ go: (cart: Cart) => void }} */ ({
  go: (cart) => cart.add(), // -> ::Cart.add
});
/** @satisfies {Record<string, (cart: Cart) => void>} */
export const named = {
  go: (cart) => cart.add(), // -> ::Cart.add
};
