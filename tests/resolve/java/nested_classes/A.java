class A {
  int depth;

  void outer() {}

  static void fixed() {}

  class Inner {
    void go() {
      outer(); // -> ::A.outer [lexical]
      own(); // -> ::A.Inner.own
      A.this.outer(); // -> ::A.outer
      new Deep().down(); // -> ::A.Inner.Deep, ::A.Inner.Deep.down
    }

    void own() {}

    class Deep {
      void down() { own(); } // -> ::A.Inner.own
    }
  }

  static class Nested {
    Nested(int x) {}

    void go() { fixed(); } // -> ::A.fixed
  }

  Runnable task = new Runnable() {
    public void run() {
      outer(); // -> ::A.outer
      again(); // -> ::A.class@1.again
    }

    void again() {}
  };

  void locals(A a) {
    class Local {
      void m() { outer(); } // -> ::A.outer
    }
    new Local().m(); // -> ::A.locals.Local, ::A.locals.Local.m
    a.new Inner().go(); // -> ::A.Inner, ::A.Inner.go
    new A.Nested(1).go(); // -> ::A.Nested.Nested, ::A.Nested.go
    new Base() { // -> ::Base
      void more() { hook(); } // -> ::Base.hook [inherits]
    }.more(); // -> ::A.locals.class@1.more
  }
}

class Base {
  Base() {}

  void hook() {}
}
