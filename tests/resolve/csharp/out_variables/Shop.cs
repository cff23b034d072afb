using System.Collections.Concurrent;
using System.Collections.Generic;

class Item
{
    public void Go() {}
    public bool Try(out Item next) { next = this; return true; }
    public Item Take(out Item next) { next = this; return this; }
}

class Shop
{
    bool Get<T>(string name, out T value) { value = default; return true; }
    bool Two(out Item a, out int b) { a = null; b = 1; return true; }
    void Use(bool ok, out Item item) { item = null; }

    void Run(Item item, Dictionary<string, Item> map, ConcurrentDictionary<int, Item> all)
    {
        if (item.Try(out var next)) next.Go();  // -> ::Item.Try, ::Item.Go
        if (map.TryGetValue("a", out var found)) found.Go();  // -> ::Item.Go
        if (all.TryRemove(1, out var gone)) gone.Go();  // -> ::Item.Go
        all.GetOrAdd(1, item).Go();  // -> ::Item.Go
        all.GetOrAdd(1, k => new Item()).Go();  // -> ::Item, ::Item.Go
        if (Two(b: out var n, a: out var m)) m.Go();  // -> ::Shop.Two, ::Item.Go
        Get<Item>("x", out var got);  // -> ::Shop.Get
        got.Go();  // -> ::Item.Go
        Get("x", out var open);  // -> ::Shop.Get
        open.Go();  // -> nothing
        Get("x", out Item stated);  // -> ::Shop.Get
        stated.Go();  // -> ::Item.Go
        item.Take(out var one).Take(out var two);  // -> ::Item.Take
        two.Go();  // -> ::Item.Go
        Use(item.Try(out var inner), out var outer);  // -> ::Shop.Use, ::Item.Try
        inner.Go();  // -> ::Item.Go
        outer.Go();  // -> ::Item.Go
        Unknown(out var nothing);  // -> nothing
        nothing.Go();  // -> nothing
    }
}
