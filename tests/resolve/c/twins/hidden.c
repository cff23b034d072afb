int sixth(int a) { return CHECK(a); } // -> nothing
