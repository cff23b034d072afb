struct Other { int n; };
template <typename T> class Box { public: void put() {} };
template <> class Box<int> { public: void put() {} void extra() {} };
template <typename T> class Box<T*> { public: void put() {} };
void f(Box<Other>& b) {
  b.put(); // -> ::Box.put
  Box<int> c;
  c.put();   // -> ::Box~2.put
  c.extra(); // -> ::Box~2.extra
  Box<char*> d;
  d.put(); // -> nothing
}
template <typename T> struct Held { Box<T> box; void g() { box.put(); } }; // -> nothing
