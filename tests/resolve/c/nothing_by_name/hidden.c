int only_one(int a) { return a; }
static int kept(void) { return only_one(1); } // -> ::only_one
