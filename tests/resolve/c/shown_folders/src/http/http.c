#include <core.h> // imports src/core/core.h
#include <list.h> // imports src/core/list.h
#include <base.h> // imports src/core/base.h
#include <os_only.h> // imports src/os/unix/os_only.h
#include <once.h>
#include <dirent.h>
#include <dirent_more.h>
#include <dirent_less.h>
int http(void) {
  return core() + list(); // -> src/core/core.c::core, src/core/core.c::list
}
int vendored(void) {
  return once() + opendir_(); // -> nothing
}
