#include <api.h> // imports deps/lib/api.h
int main(void) { return api(); } // -> deps/lib/api.c::api
