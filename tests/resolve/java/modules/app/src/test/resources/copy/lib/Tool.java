package lib;

public class Tool {
  public static void run() { Sample.run(); } // -> app/src/test/resources/copy/lib/Sample.java::Sample.run
}
