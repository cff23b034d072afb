#ifndef SHOP_H
#define SHOP_H
int shop_open(const char* name);
int shop_close(int shop);
int shop_elsewhere(void);
static inline int shop_twice(int n) { return n * 2; }
#define SHOP_MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
