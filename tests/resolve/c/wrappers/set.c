#include "set.h" // imports set.h
#undef set
int set(int a, int b) { return a + b; }
