<?php
class Leaf { function green() {} }
class Branch
{
    /** @var Leaf[] */
    private array $leaves;

    /**
     * @param callable(Leaf, int): bool $do
     * @param string $how
     */
    function each(callable $do, $how) {}
    function any(callable $do) {}

    function walk($plain)
    {
        array_filter($this->leaves, function ($leaf) {
            return $leaf->green();                           // -> ::Leaf.green
        });
        array_map(fn ($leaf, $other) => $leaf->green(), $this->leaves);  // -> ::Leaf.green
        usort($this->leaves, static fn ($a, $b) => $a->green() <=> $b->green());  // -> ::Leaf.green, ::Leaf.green
        array_map(fn ($one) => $one->green(), $plain);       // -> nothing
        $this->each(fn ($leaf, $at) => $leaf->green(), '');  // -> ::Branch.each, ::Leaf.green
        $this->each(fn ($leaf, $at) => $at->green(), '');    // -> ::Branch.each
        $this->any(fn ($leaf) => $leaf->green());            // -> ::Branch.any
        $held = fn ($leaf) => $leaf->green();                // -> nothing
    }
}
