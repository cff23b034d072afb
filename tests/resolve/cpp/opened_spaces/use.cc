#include "shop/cart.hpp"

namespace st = store;

int use(const shop::Cart& cart) {
  shop::detail::twice(1);         // -> shop/cart.hpp::detail.twice
  count(cart);                    // -> shop/cart.cc::count
  shop::Cart other;
  other.total();                  // -> shop/cart.cc::Cart.total
  detail::twice(1);               // -> nothing
  st::Shelf shelf;
  shelf.size();                   // -> shop/cart.hpp::Shelf.size
  store::detail::half(1);         // -> shop/cart.hpp::half
  shop::third(1);                 // -> nothing
  return shop::count(cart);       // -> shop/cart.cc::count
}
