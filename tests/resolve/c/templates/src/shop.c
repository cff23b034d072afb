#include "shop/shop.h" // imports include/shop/shop.h.in
int shop_open(int door) { return price_of(door); } // -> include/shop/price.h.in::price_of [import]
