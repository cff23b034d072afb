void check(int value);
