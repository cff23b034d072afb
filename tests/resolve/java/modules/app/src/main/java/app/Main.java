package app;

import lib.Tool; // imports two/src/main/java/lib/Tool.java

public class Main {
  void main() { Tool.run(); } // -> two/src/main/java/lib/Tool.java::Tool.run
}
