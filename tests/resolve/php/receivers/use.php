<?php
namespace Shop;

class Desk {
    private Store $store;
    /** @var array<string, Item> */
    private array $items = [];
    private $made;
    private static Store $shared;

    public function __construct(Store $store, private Item $promoted) {
        $this->store = $store;
        $this->made = new Item();   // -> shop.php::Item [construction]
    }
    private function own() {}
    public static function shared() {}

    public function go(Item $item, Item|int|null $either, Item ...$rest) {
        $this->own();               // -> ::Desk.own [receiver]
        self::shared();             // -> ::Desk.shared [receiver]
        static::shared();           // -> ::Desk.shared
        $item->cost();              // -> shop.php::Item.cost [receiver]
        $item->COST();              // -> shop.php::Item.cost
        $either->cost();            // -> shop.php::Item.cost
        $this->store->open();       // -> shop.php::Store.open [field]
        $this->store?->open()?->cost();  // -> shop.php::Store.open, shop.php::Item.cost [result]
        $this->promoted->cost();    // -> shop.php::Item.cost [field]
        $this->made->cost();        // -> shop.php::Item.cost [field]
        self::$shared->open();      // -> shop.php::Store.open [field]
        $this->items['a']->cost();  // -> shop.php::Item.cost [field]
        $item->store->open()->twin()->cost();  // -> shop.php::Store.open, shop.php::Item.twin, shop.php::Item.cost
        $made = $item->made();      // -> shop.php::Item.made
        $made->cost();              // -> shop.php::Item.cost [result]
        (new Special($item))->twin()->only();  // -> shop.php::Special, shop.php::Item.twin [inherits], shop.php::Special.only
        foreach ($this->store->all() as $one) { // -> shop.php::Store.all
            $one->cost();           // -> shop.php::Item.cost
        }
        foreach ($this->store->stream() as $one) { // -> shop.php::Store.stream
            $one->cost();           // -> shop.php::Item.cost
        }
        foreach ($rest as $other) {
            $other->cost();         // -> shop.php::Item.cost
        }
        $named = 'cost';
        $item->$named();            // -> nothing
        ($this->made)();            // -> nothing
        $call = $this->store;
        $call();                    // references shop.php::Store.__invoke
    }
}
