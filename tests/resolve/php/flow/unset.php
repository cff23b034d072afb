<?php
namespace Gone;

class A { function one() {} }

class Holder {
    private $held;

    function gone($x, array $all, bool $test) {
        if ($x instanceof A) {
            $x->one();             // -> ::A.one
            unset($x);
            $x->one();             // -> nothing
        }
        if ($all['k'] instanceof A && $this->held instanceof A) {
            $all['k']->one();      // -> ::A.one
            $this->held->one();    // -> ::A.one
            unset($all['k'], $this->held);
            $all['k']->one();      // -> nothing
            $this->held->one();    // -> nothing
        }
        $v = new A();              // -> ::A
        if ($test) {
            unset($v);
        }
        $v->one();                 // -> ::A.one
        unset($v);
        $v->one();                 // -> nothing
        $v = new A();              // -> ::A
        $v->one();                 // -> ::A.one
    }
}
