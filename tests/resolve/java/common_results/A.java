package shop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import outside.Thing;

class Builder {
    static Builder of(String a) { return new Builder(); }
    static Builder of(Thing a) { return new Builder(); }
    static Item pick(String a) { return null; }
    static Builder pick(Thing a) { return null; }
    Builder size(int n) { return this; }
    Item build() { return new Item(); } // -> ::Item
}

class Item { void sell() {} }

class Items extends ArrayList<Item> { }

class Use {
    // Which of() is meant is not told; what it gives is.
    void ambiguous(Thing thing) {
        Builder.of(thing.name()).size(1).build().sell(); // -> ::Builder.size, ::Builder.build, ::Item.sell
        Builder.pick(thing.name()).size(1);              // -> nothing
    }

    void arrays(Item[] items, Thing[] things) {
        items.clone()[0].sell();     // -> ::Item.sell
        check(items.clone(), "a");   // -> ::Use.check(T[],String)
        check(things, "a");          // -> ::Use.check(T[],String)
    }

    static <T> T[] check(T[] all, String name) { return all; }
    static <T extends Collection<?>> T check(T all, String name) { return all; }
    static <K, V, T extends Map<K, V>> T check(T all, String name) { return all; }
}
