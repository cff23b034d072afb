#pragma once
namespace draw {
class Shape {
 public:
  virtual ~Shape();
  virtual double area() const = 0;
  double twice() const;
  static Shape* Make(int n);
 protected:
  int id_ = 0;
  int next();
};
class Square : public Shape { // inherits ::draw.Shape
 public:
  explicit Square(double side) : side_(side) {}
  double area() const override { return side_ * side_; }
  void grow() { side_ = scaled(2); next(); } // -> ::draw.Square.scaled, shapes.cpp::draw.Shape.next
 private:
  double scaled(int n) { return side_ * n; }
  double side_;
};
}  // namespace draw
