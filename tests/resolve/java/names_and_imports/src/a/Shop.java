package a;

import static b.Tools.round; // imports src/b/Tools.java
import static b.Tools.Kind;

import b.Cart; // imports src/b/Cart.java
import b.Cart.Item;
import c.*;
import java.util.List;

public class Shop {
  void all(Cart cart, Item item, Crate crate, b.Tools tools) {
    cart.add(item); // -> src/b/Cart.java::Cart.add [receiver]
    item.price(); // -> src/b/Cart.java::Cart.Item.price
    crate.open(); // -> src/c/Crate.java::Crate.open
    tools.sharpen(); // -> src/b/Tools.java::Tools.sharpen
    round(1); // -> src/b/Tools.java::Tools.round [import]
    Kind.of(1); // -> src/b/Tools.java::Tools.Kind.of
    b.Tools.round(2); // -> src/b/Tools.java::Tools.round
    Helper.help(); // -> src/a/Helper.java::Helper.help [same-package]
    own(); // -> ::Shop.own [lexical]
    this.own(); // -> ::Shop.own
    List.of(1); // -> nothing
    Unknown.go(); // -> nothing
  }

  void own() {}
}
