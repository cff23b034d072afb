#include "demo.h"
int demo_both(void) { return 2; }
