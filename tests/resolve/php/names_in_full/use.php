<?php
namespace Shop;

use Shop\Lib\Cart;  // imports lib.php
use Shop\Lib\{Cart as Basket};
use Shop\Lib;
use function Shop\Lib\total as sum;
use Other\Cart as Foreign;

function own() {}

own();             // -> ::own [lexical]
sum();             // -> lib.php::total [import]
SUM();             // -> lib.php::total
Lib\total();       // -> lib.php::total
\Shop\Lib\strlen('');  // -> lib.php::strlen
strlen('');        // -> nothing
total();           // -> nothing
helper();          // -> global.php::helper
namespace\own();   // -> ::own
Cart::make();      // -> lib.php::Cart.make [import]
Basket::MAKE();    // -> lib.php::Cart.make
Lib\Cart::make();  // -> lib.php::Cart.make
Foreign::make();   // -> nothing
Plain::make();     // -> nothing
\Plain::make();    // -> global.php::Plain.make
new Cart();        // -> lib.php::Cart [construction]
new Foreign();     // -> nothing
