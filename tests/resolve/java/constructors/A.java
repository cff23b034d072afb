class A {
  A() { this(1); } // -> ::A.A(int)

  A(int x) {}

  A(String x) {}

  static A made = new A("a"); // -> ::A.A(String)
}

class B extends A {
  B() { super("b"); } // -> ::A.A(String)
}

class Plain extends A {}

record Point(int x, int y) {
  Point { check(); } // -> ::Point.check

  Point(int x) { this(x, 0); } // -> ::Point.Point()

  static void check() {}
}

record Pair(A left, A right) {}

enum Color {
  RED(1), // references ::Color.Color
  BLUE; // references nothing

  Color(int... code) {}
}

class Use {
  void all(Pair pair) {
    new Plain(); // -> ::Plain [construction]
    new Point(1, 2); // -> ::Point.Point()
    new Pair(null, null); // -> ::Pair
    pair.left(); // reads ::Pair.left
    pair.left().toString(); // -> nothing
    new Missing(); // -> nothing
    new java.util.ArrayList<A>(); // -> nothing
    new A(1) { }; // -> ::A
  }
}
