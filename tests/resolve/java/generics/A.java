import java.util.List;
import java.util.Map;

class Box<T extends Shape> {
  T held;

  T get() { return held; }

  Box<T> self() { return this; }

  <R extends Shape> Box<R> as(Class<R> type) { return null; }

  static <S extends Shape> Box<S> of(S one) { return null; }

  void inside() { held.area(); } // -> ::Shape.area [field] dynamic
}

interface Shape {
  int area();
}

class Square implements Shape {
  public int area() { return 1; }

  void side() {}
}

class Round implements Shape {
  public int area() { return 2; }

  void radius() {}
}

class Squares extends Box<Square> {
  void go() { get().side(); } // -> ::Box.get, ::Square.side
}

class Use {
  Map<String, List<Square>> byName;

  <T extends Square> T bounded(T one) {
    one.side(); // -> ::Square.side
    return one;
  }

  void all(Box<Square> box, Box<?> any, Squares squares, List<? extends Round> rounds) {
    box.get().side(); // -> ::Box.get, ::Square.side
    box.self().self().get().side(); // -> ::Box.self, ::Box.get, ::Square.side
    box.as(Round.class).get().radius(); // -> ::Box.as, ::Box.get, ::Round.radius
    Box.of(new Round()).get().radius(); // -> ::Box.of, ::Round, ::Box.get, ::Round.radius
    squares.get().side(); // -> ::Box.get, ::Square.side
    bounded(new Square()).side(); // -> ::Use.bounded, ::Square, ::Square.side
    for (Round r : rounds) {
      r.radius(); // -> ::Round.radius
    }
    rounds.get(0).radius(); // -> ::Round.radius
    byName.get("a").get(0).side(); // -> ::Square.side
    for (var entry : byName.entrySet()) {
      entry.getValue().get(0).side(); // -> ::Square.side
    }
    any.get().radius(); // -> ::Box.get
    any.get().area(); // -> ::Box.get, ::Shape.area dynamic
    Maker.begin().wide(2).high(3).make(); // -> ::Maker.begin, ::Maker.wide, ::Maker.high, ::Maker.make
    Maker.begin().wide(2).make().area(); // -> ::Maker.begin, ::Maker.wide, ::Maker.make, ::Shape.area
    byName.get("a").side(); // -> nothing
  }
}

abstract class Maker<S extends Shape, M extends Maker<S, M>> {
  static Maker<?, ?> begin() { return null; }

  M wide(int n) { return null; }

  M high(int n) { return null; }

  S make() { return null; }
}

class Rows<T> {
    static <T> Rows<T> of(T one) { return null; }

    static <T> Rows<T> of(T @NonNull ... all) { return null; }

    void show() { }

    static void use(Rows<String> rows) {
        Rows.of("a", "b").show(); // -> ::Rows.of(T[]), ::Rows.show
        Rows.of("a").show(); // -> ::Rows.of(T), ::Rows.show
    }
}
