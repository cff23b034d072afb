#include "demo.h" // imports public/demo.h
#ifdef _WIN32
static int twin(void) { return 1; }
#else
static int twin(void) { return 2; }
#endif
#ifdef FEATURE
static int plain(void) { return 1; }
#else
static int plain(void) { return 2; }
#endif
int main(void) {
  demo_start();  // -> unix.c::demo_start [import]
  demo_start();  // build-variant win.c::demo_start
  demo_both();   // -> public/demo.h::demo_both
  twin();        // -> ::twin~2
  return plain(); // -> ::plain~2
}
#ifdef _WIN32
int other(void) {
  return demo_start() + twin(); // -> win.c::demo_start, ::twin
}
#endif
