int net_open(int port);
