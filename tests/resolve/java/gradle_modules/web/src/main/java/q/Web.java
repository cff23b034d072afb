package q;

class Web {
  void serve() { p.Same.go(); } // -> core/src/main/java/p/Same.java::Same.go
}
