package a;

public class More {
    public static int eq(int one, int near) { return one; }

    public static Object only(StringBuilder[] one) { return one; }
}
