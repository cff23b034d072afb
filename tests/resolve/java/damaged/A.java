class A {
  void broken() { return (1 + ; }

  void whole() { helper(); } // -> ::A.helper

  void helper() {}
}
