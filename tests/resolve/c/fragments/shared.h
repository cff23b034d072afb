static int all(int c) { return each(c); } // -> nothing
