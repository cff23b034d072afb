<?php
namespace App;
class Cart { public function add() {} }
