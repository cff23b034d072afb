#include <socket.h>
template <typename T> void generic(T t, Socket& s, auto a) {
  s.close(); // -> nothing
  t.close(); // -> nothing
  a.close(); // -> nothing
  fetch();   // -> nothing
}
