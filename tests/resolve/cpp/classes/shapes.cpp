#include "shapes.hpp"
namespace draw {
Shape::~Shape() {}
double Shape::twice() const { return area() * 2; } // -> shapes.hpp::draw.Shape.area [lexical] dynamic
Shape* Shape::Make(int n) { return new Square(n); } // -> shapes.hpp::draw.Square.Square [construction]
int Shape::next() { // reopens shapes.hpp::draw.Shape.next
  return id_ + 1;
}
}  // namespace draw
