static int each(int c) { return c + 1; }
#include "shared.h"
