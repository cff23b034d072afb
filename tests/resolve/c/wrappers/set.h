int set(int a, int b);
#ifdef __GNUC__
#define set(a, b) (check(b), (set)(a, b))
#else
#define set(a, b) set(a, b)
#endif
#define get(a) unset(a)
int get(int a);
#define put(a) a->put("put", a) /* put */
int put(int a);
