<?php
namespace Shop;

class Item {
    public ?Store $store;
    public function cost(): int { return 1; }
    public function twin(): static { return $this; }
    public function made() { return new Item(); }
}
class Special extends Item {
    public function only() {}
}
class Store {
    public function __construct(private Item $first) {}
    public function open(): ?Item { return $this->first; }
    /** @return Item[] */
    public function all() { return []; }
    /** @return \Generator<int, Item> */
    public function stream(): iterable { yield $this->first; }
    public function __invoke() {}
}
