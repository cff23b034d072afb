<?php
class Repo {
    public $socket;
    public function close() {}
    public function describe() {}
}
function f($unknown, \Net\Socket $socket) {
    $unknown->close();     // -> nothing
    $socket->close();      // -> nothing
    describe('x');         // -> nothing
    close();               // -> nothing
    other()->close();      // -> nothing
    Socket::close();       // -> nothing
}
