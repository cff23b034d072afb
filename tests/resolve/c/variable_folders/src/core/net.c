#include "net.h"
int net_open(int port) { return port; }
