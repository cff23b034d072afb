void part(int value);
