#pragma once
class Engine;
class Store {
 public:
  Store();
  void run();
 private:
  struct Rep;
  Engine* engine_;
  Rep* rep_;
};
