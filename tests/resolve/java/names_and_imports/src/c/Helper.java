package c;

public class Helper {
  public static void help() {} // on demand, so the package's own wins
}
