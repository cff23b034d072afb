package lib;

public class Sample {
  public static void run() { Tool.run(); } // -> app/src/test/resources/copy/lib/Tool.java::Tool.run
}
