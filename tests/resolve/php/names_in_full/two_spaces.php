<?php
namespace A {
    function f() {}
    f();           // -> ::f [lexical]
    g();           // -> nothing
}
namespace B {
    function g() {}
    f();           // -> nothing
    \A\f();        // -> ::f
    g();           // -> ::g
}
