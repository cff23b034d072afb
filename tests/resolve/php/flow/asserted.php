<?php
namespace Shop;

interface Priced { function price(); }
class Cart implements Priced { function price() {} function size() {} }
class Carts implements \IteratorAggregate {
    function getIterator(): CartIterator { return new CartIterator(); }  // -> ::CartIterator
}
class CartIterator implements \Iterator { function current(): Cart { return new Cart(); } }  // -> ::Cart
class Loop implements \IteratorAggregate { function getIterator(): Loop { return $this; } }

class CartTest extends \PHPUnit\Framework\TestCase {
    private $found;
    private Cart $typed;

    function test($made, array $all, Carts $carts, Loop $loop) {
        $made->size();                                    // -> nothing
        $this->assertInstanceOf(Cart::class, $made);
        $made->size();                                    // -> ::Cart.size
        self::assertInstanceOf(Cart::class, $all[0], 'a cart');
        $all[0]->size();                                  // -> ::Cart.size
        $all[1]->size();                                  // -> nothing
        static::assertInstanceOf(Cart::class, $this->found);
        $this->found->size();                             // -> ::Cart.size
        $this->found = other($this->found->size());       // -> ::Cart.size
        $this->found->size();                             // -> nothing
        $cart = new Cart();                               // -> ::Cart
        $this->assertInstanceOf(Priced::class, $cart);
        $cart->price();                                   // -> ::Cart.price
        $cart->size();                                    // -> ::Cart.size
        $this->assertInstanceOf(Priced::class, $this->typed);
        $this->typed->size();                             // -> ::Cart.size
        if ($cart instanceof Priced) {
            $cart->size();                                // -> ::Cart.size
        }
        $this->assertNotInstanceOf(Cart::class, $carts);
        foreach ($carts as $one) {
            $one->size();                                 // -> ::Cart.size
        }
        foreach ($loop as $one) {
            $one->size();                                 // -> nothing
        }
        $all = ['k' => $loop];
        self::assertInstanceOf(Cart::class, $all['k']);
        $all['k']->size();                                // -> ::Cart.size
        $all = other();
        $all['k']->size();                                // -> nothing
        $made = other();
        $made->size();                                    // -> nothing
    }
}
