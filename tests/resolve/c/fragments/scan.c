static int narrow(int c) { return c; }
#define WIDTH(c) narrow(c)
#include "scan_impl.h" // imports scan_impl.h
