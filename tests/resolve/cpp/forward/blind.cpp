#include "store.hpp"
void f(Engine* e, Store& s) {
  e->start(); // -> nothing
  s.run();    // -> store.cpp::Store.run
}
