#include "shop.h" // imports include/shop.h
static int depth(int n) { return n; }
int shop_open(const char* name) { // reopens include/shop.h::shop_open
  return depth(1); // -> ::depth [lexical]
}
int shop_close(int shop) { return shop; }
