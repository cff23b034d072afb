static int odd(int c) { return c; }
static int each(int c) { return c; }
#include "shared.h"
