package lib;

class Part {
  static void go() { Only.test(); } // -> nothing
}
