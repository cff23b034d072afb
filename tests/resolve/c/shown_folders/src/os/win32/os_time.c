#include <os_time.h> // imports src/os/win32/os_time.h
int os_time(void) { return 3; }
