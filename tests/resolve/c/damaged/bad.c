#include "ok.h"
int before(void) { return ok(); } // -> ok.h::ok

int broken( {

int after(void) { return before(); } // -> ::before
