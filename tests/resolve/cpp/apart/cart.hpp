namespace shop {
class Cart {
 public:
  class Line;
  struct Note;
};
class Cart::Line {
 public:
  explicit Line(int n);
  int size();
};
}
