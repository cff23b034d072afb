#include <functional>
#include <memory>
#include <string>
#include <vector>

struct Key {
  int id;
};

namespace std {
template <>
struct hash<Key> {
  int operator()(const Key& k) const { return k.id; }
};
inline int of_ours(int a) { return a; }
}  // namespace std

struct Cart {
  int total() { return 1; }
};

int show(const char* text) { return 0; }
int show(const std::string& text) { return 1; }

int use(std::vector<Cart> carts, const std::unique_ptr<Cart>& one, std::shared_ptr<Cart> other) {
  carts[0].total();                      // -> ::Cart.total
  for (auto& cart : carts) cart.total(); // -> ::Cart.total
  one->total();                          // -> ::Cart.total
  other->total();                        // -> ::Cart.total
  show(std::string("a"));                // -> ::show(string&)
  std::move(carts);                      // -> nothing
  return std::of_ours(1);                // -> ::std.of_ours
}

int total(int a) { return a; }
