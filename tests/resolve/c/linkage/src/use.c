#include "shop.h"
#include <stdio.h> // imports nothing
static int depth(int n) { return n + 1; }
int (*hook)(int);
struct ops { int (*run)(int); };
int use(struct ops* ops, int (*given)(int)) {
  shop_open("x");        // -> src/shop.c::shop_open [import]
  shop_elsewhere();      // -> include/shop.h::shop_elsewhere [import]
  shop_twice(2);         // -> include/shop.h::shop_twice [import]
  SHOP_MAX(1, 2);        // -> include/shop.h::SHOP_MAX [import]
  depth(3);              // -> ::depth [lexical]
  printf("x");           // -> nothing
  hook(1);               // -> nothing
  ops->run(1);           // -> nothing
  given(1);              // -> nothing
  (*given)(1);           // -> nothing
  return 0;
}
