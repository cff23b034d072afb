#include "cart.hpp"
namespace shop {
Cart::Line::Line(int n) {}
int Cart::Line::size() { return 1; }
}
int use() {
  shop::Cart::Line line(1);             // -> ::shop.Cart.Line.Line
  auto* made = new shop::Cart::Line(2); // -> ::shop.Cart.Line.Line
  made->size();                         // -> ::shop.Cart.Line.size
  return shop::Cart::Line(3).size();    // -> ::shop.Cart.Line.Line, ::shop.Cart.Line.size
}
