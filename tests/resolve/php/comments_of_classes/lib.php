<?php
namespace Lib;

class Query
{
    /** @return $this */
    public function where(string $what) {}
    /** @return static */
    public function limit(int $most) {}
    public function all(): Rows {}
    private function secret(): Rows {}
    protected function near(): Rows {}
    public function get(): Rows {}
}

class Rows { public function size(): int {} public function first(): Row {} }
class Row { public function show() {} }

/** @mixin Query */
class Model
{
    public function with(string $other): static {}
    public function get(): Rows {}
}

interface Store { public function put(string $key): Row; }

/** @mixin Store */
class Manager
{
    public function store(): Store {}
    public function both() {}
    public function __call($name, $arguments) {}
}

class Other { public function both() {} }

abstract class Facade { public static function real(): Row {} }

/**
 * @method static \Lib\Store store(string|null $name = null) The store of a name.
 * @method static \Lib\Row put(string $key)
 * @method static Row alone()
 * @method static static itself()
 * @method static made()
 * @method bare(array{a: int} $shape)
 * @method Row both()
 * @method Rows real()
 * @method Row unclosed
 *
 * @see \Lib\Manager
 * @see Other a thing beside it
 * @see https://example.org/Other
 */
class Store_ extends Facade {}

class Child extends Store_ {}

/**
 * @property Row $row
 * @property-read Rows|null $rows the rows
 * @property-write Row $last
 * @property Rows $own
 */
class Magic
{
    public Row $own;
    public function __get($name) {}
}

/** @mixin \Far\Away\Thing */
class Outside {}

/** @mixin Query */
class Half extends \Far\Away\Base {}

/** @method Row told() */
class Told extends \Far\Away\Base {}

/** @mixin Round2 */
class Round1 {}
/** @mixin Round1 */
class Round2 { public function here(): Row {} }

/** @mixin Model */
trait Asking
{
    public function asked()
    {
        $this->where('a');                // -> ::Query.where
        $this->missing();                 // -> nothing
    }
}

/**
 * @template T of Query
 * @mixin T
 */
class Around {}
