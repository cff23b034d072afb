#include "check.h"
#include "part.h"
#include "net.h"

void test_open(void) {
    check(net_open(1));  // -> kit/check.h::check [import], src/core/net.c::net_open
    part(2);             // -> kit/parts/part.h::part
    net_public(3);       // -> nothing
}
