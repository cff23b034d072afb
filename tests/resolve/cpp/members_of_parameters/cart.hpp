#pragma once
template <typename Char = char>
struct Letters {
  typedef Char Ch;
};

template <typename Encoding, typename Pool = Letters<> >
class Item {
 public:
  typedef typename Encoding::Ch Ch;
  typedef Encoding Kind;
  explicit Item(const Ch* name, Pool* pool = 0);
  explicit Item(int count);
  void set(const Ch* name, Pool& pool);
  void set(const Ch* name, int size);
  int size() const;
};

typedef Item<Letters<> > Plain;

template <typename Value>
class Shelf {
 public:
  typedef typename Value::Kind Kind;
  typedef typename Kind::Ch Ch;
  explicit Shelf(const Ch* path);
  explicit Shelf(const Shelf& other);
  Value* first();
};

typedef Shelf<Plain> Shelved;

template <typename T>
class Kept {
 public:
  Kept(T one);
  Kept(int* one);
  template <typename M, typename = typename M::is_kept>
  Kept(M&& one);
};
