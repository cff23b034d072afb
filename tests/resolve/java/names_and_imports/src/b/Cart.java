package b;

public class Cart {
  public void add(Item item) {}

  public static class Item {
    public int price() { return 1; }
  }
}
