package a;

public abstract class Animal implements Named { // implements src/a/Named.java::Named
  protected String name;

  public abstract void speak();

  public void feed() {
    speak(); // -> ::Animal.speak dynamic
    secret(); // -> ::Animal.secret
    label(); // -> src/a/Named.java::Named.label dynamic [inherits]
  }

  private void secret() {}

  void quiet() {}
}
