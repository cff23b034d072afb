#include "api.h"
int api(void) { return 1; }
