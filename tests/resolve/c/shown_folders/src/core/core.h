#include <base.h> // imports src/core/base.h
#include <os_time.h> // imports src/os/unix/os_time.h
#include <os_file.h> // imports src/os/unix/os_file.h
int core(void);
