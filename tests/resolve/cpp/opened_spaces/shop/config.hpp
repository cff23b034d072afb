#ifndef SHOP_BEGIN_NAMESPACE
#define SHOP_BEGIN_NAMESPACE \
  namespace shop {           \
  inline namespace v1 {
#define SHOP_END_NAMESPACE \
  }                        \
  }
#endif
#define STORE store __attribute__((visibility("hidden")))
#define STORE_NAMESPACE_BEGIN(name) namespace name {
#define STORE_NAMESPACE_END(name) }
