template <typename T, typename U> struct Pair { T first; void plain(); };
// Which class each of these is for is told by the template itself.
template <typename T> struct Pair<T, Pair<T, T>> { void nested(); };
template <typename T> struct Pair<Pair<T, T>, T> { void other(); };
struct Leaf { void cut(); };
void use() {
  Pair<Leaf, int> a;
  a.plain(); // -> nothing
  Pair<Leaf, Pair<Leaf, Leaf>> b;
  b.nested(); // -> nothing
  Leaf leaf;
  leaf.cut(); // -> ::Leaf.cut
}
