#include <store/store.hpp> // imports nothing
int main() { return stored(1); } // -> nothing
