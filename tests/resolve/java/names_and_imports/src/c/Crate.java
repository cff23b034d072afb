package c;

public class Crate {
  public void open() {}
}
