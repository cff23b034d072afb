<?php
interface Sized { public function size(): int; }
interface Counted extends Sized { }  // inherits ::Sized
trait Logs {
    abstract public function name();
    public function log() { $this->name(); }  // -> ::Logs.name dynamic
    public static function muted(): static { return new static(); }
}
abstract class Base implements Counted {  // implements ::Counted
    public function run() {}
    abstract protected function step();
}
