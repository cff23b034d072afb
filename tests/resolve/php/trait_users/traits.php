<?php
namespace Shop;

trait Sells
{
    public function sell()
    {
        $this->weigh();            // -> ::Goods.weigh [inherits]
        $this->scale->tare();      // -> ::Scale.tare
        $this->wrap();             // -> nothing
        $this->unheard();          // -> nothing
        $this->sort();             // -> nothing
    }
}

class Scale { function tare() {} }

class Goods
{
    protected Scale $scale;
    protected function weigh() {}
}

class Fruit extends Goods
{
    use Sells;
    function wrap() {}
}

class Tool extends Goods
{
    use \Shop\Sells;
    function wrap() {}
}

class Other { function sort() {} }
