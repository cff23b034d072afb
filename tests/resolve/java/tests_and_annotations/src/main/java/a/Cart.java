package a;

public class Cart {
  public void add() {}

  int size() { return 0; }
}
