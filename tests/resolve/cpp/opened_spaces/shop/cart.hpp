#include "config.hpp"

/* A remark of some length that stands between the includes and the word. */
SHOP_BEGIN_NAMESPACE

/* Another one. */
class Cart {
 public:
  int total() const;
};
int count(const Cart& cart);
template <typename T> int sum(T cart) { return count(cart); } // -> shop/cart.cc::count

namespace detail {
inline int twice(int a) { return a + a; }
}

SHOP_END_NAMESPACE

STORE_NAMESPACE_BEGIN(STORE)
struct Shelf { int size() { return 1; } };
STORE_NAMESPACE_BEGIN(detail)
inline int half(int a) { return a / 2; }
STORE_NAMESPACE_END(detail)
inline int third(int a) { return detail::half(a); } // -> ::half
STORE_NAMESPACE_END(STORE)

int outside(int a);
