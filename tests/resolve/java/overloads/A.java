import java.util.ArrayList;
import java.util.List;

class A {
  void f(int x) {}

  void f(long x) {}

  void f(Object x) {}

  void f(String x, Object... rest) {}

  void g(String x) {}

  void g(Integer x) {}

  void h(A a) {}

  void h(B b) {}

  void n(int... all) {}

  void n(int one) {}

  void s(List<String> x) {}

  void s(Iterable<String> x) {}

  void all(A a, B b, Other other, List<String> list) {
    f(1); // -> ::A.f(int)
    f(1L); // -> ::A.f(long)
    f(1 + 2L); // -> ::A.f(long)
    f('c'); // -> ::A.f(int)
    f(1.5); // -> ::A.f(Object)
    f(b); // -> ::A.f(Object)
    f("a", b); // -> ::A.f(String,Object[])
    f("a", 1, 2); // -> ::A.f(String,Object[])
    g("a" + 1); // -> ::A.g(String)
    g(1); // -> ::A.g(Integer)
    g(null); // -> nothing
    g(other.unknown()); // -> nothing
    h(b); // -> ::A.h(B)
    h(a); // -> ::A.h(A)
    h(this); // -> ::A.h(A)
    n(1); // -> ::A.n(int)
    n(1, 2); // -> ::A.n(int[])
    n(); // -> ::A.n(int[])
    s(list); // -> ::A.s(List)
    s(new ArrayList<>()); // -> ::A.s(List)
    f(); // -> nothing
  }
}

class B extends A {
  void h(B b) {} // overrides

  void more(B b, A a) {
    h(b); // -> ::B.h
    h(a); // -> ::A.h(A)
  }
}
