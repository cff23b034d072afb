package lib;

class Only {
  static void test() { Part.go(); } // -> two/src/main/java/lib/Part.java::Part.go
}
