<?php
class A { function one() {} function both() {} }
class B { function two() {} function both() {} }

function f($x, $y, bool $z) {
    if ($x instanceof A) {
        $x->one();         // -> ::A.one [receiver]
    } else {
        $x->one();         // -> nothing
    }
    $x instanceof B && $x->two();  // -> ::B.two
    if (!$y instanceof A) {
        throw new Exception();
    }
    $y->one();             // -> ::A.one
    if ($z) {
        $v = new A();      // -> ::A
    } else {
        $v = new B();      // -> ::B
    }
    $v->both();            // -> nothing
    $v = new A();          // -> ::A
    $v->both();            // -> ::A.both
    $w = null;
    if ($z) {
        $w = new A();      // -> ::A
    }
    $w->one();             // -> ::A.one
    $u = $w ?? new A();    // -> ::A
    $u->one();             // -> ::A.one
    $closure = function () use ($w) {
        $w->one();         // -> ::A.one
        $v->both();        // -> nothing
    };
    $arrow = fn() => $v->both();  // -> ::A.both
    try {
    } catch (A | B $caught) {
        $caught->both();   // -> nothing
    }
    /** @var B $said */
    $said = magic();
    $said->two();          // -> ::B.two
}
