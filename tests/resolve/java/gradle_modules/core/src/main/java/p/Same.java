package p;

public class Same {
  public static void go() {}
}
