#include "a.hpp"
namespace ab = a::b;
namespace a { int again() { return here(); } } // -> a.hpp::a.here
static int shadow(int here) { return here; }
int use(const a::Key& k, int (*fn)(int)) {
  a::here();     // -> a.hpp::a.here [import]
  ab::deep();    // -> a.hpp::a.b.deep
  ::shadow(1);   // -> ::shadow [lexical]
  hash(k);       // -> a.hpp::a.hash
  hash(1);       // -> nothing
  here();        // -> nothing
  fn(1);         // -> nothing
  std::swap(k, k); // -> nothing
  paint(RED);    // -> a.hpp::paint(Color)
  auto f = [&](int n) { return shadow(n); }; // -> ::shadow
  using namespace a;
  return here(); // -> a.hpp::a.here
}
int later() {
  using namespace a;
  return here(); // -> a.hpp::a.here
}
