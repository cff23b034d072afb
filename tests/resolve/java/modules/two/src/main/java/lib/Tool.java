package lib;

public class Tool {
  public static void run() { Part.go(); } // -> two/src/main/java/lib/Part.java::Part.go
}
