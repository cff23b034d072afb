#include <shop/shop.h> // imports include/shop/shop.h.in
int main(void) {
  SHOP_NAME(x)(1);     // -> include/shop/shop.h.in::SHOP_NAME
  return shop_open(2); // -> src/shop.c::shop_open [import]
}
