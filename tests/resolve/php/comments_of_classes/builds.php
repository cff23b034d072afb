<?php

namespace Built;

/** @mixin Query */
trait Builds
{
    public function run()
    {
        $this->only(); // -> ::Query.only
        $this->order(); // -> nothing
    }
}

class Query
{
    use Builds;

    public function only() {}

    public function order() {}
}

class Wrapped
{
    use Builds;

    public function order() {}
}
