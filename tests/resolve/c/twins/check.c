#include "limits.h"
#define CHECK(a) (a)
int first(int a) { return CHECK(a); } // -> ::CHECK [lexical]
#undef CHECK
#define CHECK(a, b) ((a) + (b))
int second(int a) { return CHECK(a, 1); } // -> ::CHECK~2 [lexical]

#if defined(CART_CONFIG_PREFIXES) && !defined(CART_CONFIG_DISABLED)
#define CART_ADD(a) added(a)
#elif defined(CART_CONFIG_PREFIXES) && defined(CART_CONFIG_DISABLED)
#define CART_ADD(a) 0
#elif !defined(CART_CONFIG_PREFIXES) && !defined(CART_CONFIG_DISABLED)
#define ADD(a) added(a)
#elif !defined(CART_CONFIG_PREFIXES) && defined(CART_CONFIG_DISABLED)
#define ADD(a) 0
#endif
int third(int a) { return ADD(a); } // -> ::ADD [lexical]

#if defined(PLAIN) && defined(ODD) || defined(__linux__)
#define ONE(a) a
#elif !defined(ODD) || defined(__GNUC__)
#define ONE(a) 0
#endif
int fourth(int a) { return ONE(a); } // -> ::ONE [lexical]

#if LIMIT >= 4
#define SEEK(a) (a)
#else
#define SEEK(a) 0
#endif
int fifth(int a) { return SEEK(a); } // -> nothing
