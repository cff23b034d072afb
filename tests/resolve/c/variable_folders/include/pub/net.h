int net_public(int port);
