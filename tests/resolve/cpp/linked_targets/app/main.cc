#include <store/store.hpp> // imports libs/store/api/store/store.hpp
int main() { return stored(1); } // -> libs/store/store.cc::stored [import]
