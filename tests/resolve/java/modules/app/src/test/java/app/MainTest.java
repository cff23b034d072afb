package app;

import lib.Sample;
import lib.Tool;

class MainTest {
  void test() {
    Tool.run(); // -> two/src/main/java/lib/Tool.java::Tool.run
    Sample.run(); // -> app/src/test/resources/copy/lib/Sample.java::Sample.run
  }
}
