#include "store/store.hpp" // imports libs/store/api/store/store.hpp
int stored(int a) { return a; }
