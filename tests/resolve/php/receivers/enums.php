<?php
namespace Enums;

enum Suit: string {
    case Hearts = 'h';

    function label() { return 'h'; }

    static function pick() { return static::tryFrom('h'); }
}

enum Own {
    case One;

    static function from($x): Suit { return Suit::Hearts; }
}

function labels() {
    Suit::from('h')->label();        // -> ::Suit.label
    Suit::tryFrom('h')?->label();    // -> ::Suit.label
    Suit::cases()[0]->label();       // -> ::Suit.label
    foreach (Suit::cases() as $one) {
        $one->label();               // -> ::Suit.label
    }
    Suit::pick()->label();           // -> ::Suit.pick, ::Suit.label
    Own::from(1)->label();           // -> ::Own.from, ::Suit.label
}
