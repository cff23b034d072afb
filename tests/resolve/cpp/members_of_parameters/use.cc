#include "cart.hpp"

void use(Plain& plain, Letters<>& pool) {
  Plain named("a");  // -> cart.hpp::Item.Item(Ch*,Pool*)
  Plain counted(3);  // -> cart.hpp::Item.Item(int)
  plain.set("a", 1);  // -> cart.hpp::Item.set(Ch*,int)
  plain.set("a", pool);  // -> cart.hpp::Item.set(Ch*,Pool&)
  Shelved shelf("a");  // -> cart.hpp::Shelf.Shelf(Ch*)
  shelf.first()->size();  // -> cart.hpp::Shelf.first, cart.hpp::Item.size
}

template <typename U>
void open(U one) {
  Kept<U> kept(one);  // -> cart.hpp::Kept.Kept(T)
  Kept<Letters<U> > other(one);  // -> nothing
  Item<U> item("a");  // -> cart.hpp::Item.Item(Ch*,Pool*)
}
