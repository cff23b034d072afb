<?php
function helper() {}
class Plain { public static function make() {} }
define('Shop\EDITION', 1);
