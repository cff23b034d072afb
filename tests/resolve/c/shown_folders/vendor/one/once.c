#include "once.h" // imports vendor/one/once.h
int once(void) { return 1; }
