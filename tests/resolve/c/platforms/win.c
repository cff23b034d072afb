#include "demo.h"
static int own(void) { return 1; }
int demo_start(void) { return own(); } // -> ::own
int demo_helper(void) { return demo_start(); } // -> ::demo_start
