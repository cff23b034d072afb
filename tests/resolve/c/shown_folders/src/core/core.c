#include <core.h> // imports src/core/core.h
#include <list.h> // imports src/core/list.h
int core(void) { return base() + os_time(); } // -> src/core/core.c::base, src/os/unix/os_time.c::os_time
int base(void) { return 1; }
int list(void) { return 2; }
