package a;

import org.junit.jupiter.api.Test;

@Mark("slow")
class CartTest {
  @Test
  void adds() {
    Cart cart = new Cart(); // tests src/main/java/a/Cart.java::Cart
    cart.add(); // tests src/main/java/a/Cart.java::Cart.add
    check(cart); // -> ::CartTest.check
  }

  void check(Cart cart) {
    cart.size(); // tests nothing
  }
}
