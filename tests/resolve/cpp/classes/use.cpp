#include "shapes.hpp"
struct Holder { draw::Shape* shape; draw::Square square{1}; };
draw::Square make() { return draw::Square(3); } // -> shapes.hpp::draw.Square.Square
void use(draw::Shape& s, Holder* h) {
  s.area();              // -> shapes.hpp::draw.Shape.area [receiver] dynamic
  s.twice();             // -> shapes.cpp::draw.Shape.twice [receiver]
  h->shape->twice();     // -> shapes.cpp::draw.Shape.twice [field]
  h->square.grow();      // -> shapes.hpp::draw.Square.grow [field]
  make().grow();         // -> ::make, shapes.hpp::draw.Square.grow [result]
  auto* made = draw::Shape::Make(2); // -> shapes.cpp::draw.Shape.Make
  made->twice();         // -> shapes.cpp::draw.Shape.twice
  draw::Square local(4); // -> shapes.hpp::draw.Square.Square
  local.twice();         // -> shapes.cpp::draw.Shape.twice [inherits]
  local.missing();       // -> nothing
  using draw::Square;
  Square(1).grow();      // -> shapes.hpp::draw.Square.Square, shapes.hpp::draw.Square.grow
}
