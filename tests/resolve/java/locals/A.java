class Res implements AutoCloseable {
  public void close() {}

  void read() {}
}

class Bad extends Exception {
  void explain() {}
}

class A {
  Res open() { return null; }

  Res[] many;

  void all(Object o) {
    var r = open(); // -> ::A.open
    r.read(); // -> ::Res.read [result]
    try (Res one = open(); var two = open()) { // -> ::A.open
      one.read(); // -> ::Res.read
      two.read(); // -> ::Res.read
    } catch (Bad e) {
      e.explain(); // -> ::Bad.explain
    }
    for (Res x : many) x.read(); // -> ::Res.read
    for (var x : many) x.read(); // -> ::Res.read
    many[0].read(); // -> ::Res.read
    if (o instanceof Res p && p.toString() != null) p.read(); // -> ::Res.read
    if (!(o instanceof Bad b)) return;
    b.explain(); // -> ::Bad.explain
    ((Res) o).read(); // -> ::Res.read [annotation]
    (o == null ? open() : many[0]).read(); // -> ::A.open, ::Res.read
    int read = 1;
    Object hidden = o;
    hidden.read(); // -> nothing
    switch (o) {
      case Res q -> q.read(); // -> ::Res.read
      default -> {}
    }
  }
}
