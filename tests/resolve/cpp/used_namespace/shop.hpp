#pragma once
namespace shop {
class Cart {
 public:
  int total();
  int tax();
  struct Line { int price(); };
};
}
namespace other {
class Till {
 public:
  void open();
};
}
