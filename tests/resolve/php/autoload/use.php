<?php
// Two files declare one class; composer.json says which of them is loaded.
function f(\App\Cart $cart) {
    $cart->add();          // -> src/Cart.php::Cart.add
}
