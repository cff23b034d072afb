int stored(int a);
