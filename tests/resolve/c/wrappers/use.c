#include "set.h" // imports set.h
int use(void) {
  set(1, 2); // -> set.c::set
  get(1);    // -> set.h::get [import]
  put(1);    // -> set.h::put [import]
  return 0;
}
