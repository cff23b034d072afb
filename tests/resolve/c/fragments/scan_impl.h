#include "scan_deep.h" // imports scan_deep.h
static int scan(int c) {
  odd(c);           // -> nothing
  return WIDTH(c);  // -> scan.c::WIDTH [import]
}
