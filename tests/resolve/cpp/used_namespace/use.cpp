#include "shop.hpp"
int pay(shop::Cart& cart, shop::Cart::Line& line, other::Till& till) {
  till.open();                                   // -> shop.hpp::other.Till.open
  return cart.total() + line.price();            // -> shop.cpp::Cart.total, shop.cpp::Cart.Line.price
}
