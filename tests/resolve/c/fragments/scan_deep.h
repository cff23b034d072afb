static int deep(int c) { return narrow(c); } // -> scan.c::narrow [import]
