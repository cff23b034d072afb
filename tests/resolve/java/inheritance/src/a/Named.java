package a;

public interface Named {
  String name();

  default String label() { return name(); } // -> ::Named.name dynamic
}
