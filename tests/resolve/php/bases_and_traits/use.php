<?php
class Job extends Base {  // inherits lib.php::Base, lib.php::Logs
    use Logs;
    public function run() {
        parent::run();     // -> lib.php::Base.run [inherits]
        $this->run();      // -> ::Job.run [receiver]
        $this->log();      // -> lib.php::Logs.log [inherits]
        $this->step();     // -> lib.php::Base.step [inherits] dynamic
        $this->size();     // -> lib.php::Sized.size dynamic
        self::muted()->run();  // -> lib.php::Logs.muted, ::Job.run
        $this->missing();  // -> nothing
    }
}
class Outer extends \Elsewhere\Thing {
    public function go() {
        $this->log();      // -> nothing
    }
}
function f(Sized $sized, Base&Counted $both) {
    $sized->size();        // -> lib.php::Sized.size [receiver] dynamic
    $x = new class extends Job {  // inherits ::Job
        public function inner() { $this->run(); }  // -> ::Job.run [inherits]
    };
    $x->inner();           // -> ::f.class@1.inner
}
