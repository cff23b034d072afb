#include "cart.hpp"

SHOP_BEGIN_NAMESPACE
int Cart::total() const { return detail::twice(3); }      // -> shop/cart.hpp::detail.twice
int count(const Cart& cart) { return cart.total(); }      // -> ::Cart.total
SHOP_END_NAMESPACE
