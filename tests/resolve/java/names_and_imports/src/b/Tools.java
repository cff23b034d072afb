package b;

public class Tools {
  public static int round(int x) { return x; }

  public void sharpen() {}

  public enum Kind { SMALL;
    public static Kind of(int x) { return SMALL; }
  }
}
