#include "demo.h"
int demo_start(void) { return 2; }
int demo_both(void) { return 1; }
