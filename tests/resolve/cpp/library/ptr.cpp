#include <map>
#include <memory>
#include <string>
#include <vector>
struct Item { void sell(); int price() const; };
template <typename T> class Ref { public: T* operator->(); T& get(); private: T* held_; };
struct Shop { std::vector<Item*> items; std::map<std::string, Item> named; std::unique_ptr<Item> best; Ref<Item> ref; };
void use(Shop& shop) {
  shop.items[0]->sell();            // -> ::Item.sell
  shop.named["x"].sell();           // -> ::Item.sell
  shop.best->sell();                // -> ::Item.sell
  shop.ref->sell();                 // -> ::Item.sell
  shop.ref.get().sell();            // -> ::Ref.get, ::Item.sell
  shop.items.size();                // -> nothing
  for (auto* item : shop.items) item->price(); // -> ::Item.price
  for (auto& [key, value] : shop.named) value.price(); // -> ::Item.price
  auto made = std::make_unique<Item>();
  made->sell();                     // -> ::Item.sell
  auto it = shop.named.find("y");
  it->second.sell();                // -> ::Item.sell
}
