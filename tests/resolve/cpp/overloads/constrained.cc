#include <type_traits>

#define ENABLE_IF(...) typename std::enable_if<(__VA_ARGS__), int>::type = 0

struct View {};
struct Text {};
template <typename T> struct Compiled {};

View view_of(View v);
template <typename S, ENABLE_IF(Compiled<S>::value)> View view_of(const S& s);

template <typename T, typename = std::enable_if_t<std::is_integral<T>::value>> void put(T x);
void put(Text t);

template <typename T> requires std::integral<T> void must(T x);
void must(Text t);

template <typename T> void any(T x);
void any(View v);

struct Held {
  Held(View v);
  template <typename S, ENABLE_IF(Compiled<S>::value)> Held(S s);
};

template <typename S> void generic(const S& s) {
  view_of(s);    // -> nothing
  any(s);        // -> nothing
  Held held(s);  // -> nothing
}

void all(Text t, View v) {
  put(t);      // -> ::put(Text)
  must(t);     // -> ::must(Text)
  any(v);      // -> ::any(View)
  view_of(v);  // -> ::view_of(View)
}
