define('of neither'); // -> nothing
