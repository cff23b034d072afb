mod deep;
