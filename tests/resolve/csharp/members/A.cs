using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

class Item
{
    public Item Next { get; set; }

    public void Use() { }

    public static Item operator +(Item a, Item b) => a.Next; // reads nothing
}

class Box<T> where T : Item
{
    public T Held { get; }

    public T this[int i] => Held;

    public Task<T> LoadAsync() => null;

    void Inside() { Held.Use(); } // -> ::Item.Use [field]
}

class Cart
{
    private readonly Dictionary<string, List<Item>> byName = new();

    public Item First => Find(); // -> ::Cart.Find

    Item Find() => null;

    public Cart(Item item) : this() { item.Use(); } // -> ::Cart.Cart(), ::Item.Use

    public Cart() { }

    async Task All(Box<Item> box, List<Item> items, Item[] many, Func<Item> make, Handler handler)
    {
        First.Next.Use(); // -> ::Item.Use
        box.Held.Use(); // -> ::Item.Use
        box[0].Use(); // -> ::Item.Use
        (await box.LoadAsync()).Use(); // -> ::Box.LoadAsync, ::Item.Use
        var loaded = await box.LoadAsync(); // -> ::Box.LoadAsync
        loaded.Use(); // -> ::Item.Use
        foreach (var item in items) item.Use(); // -> ::Item.Use
        many[0].Use(); // -> ::Item.Use
        byName["a"][0].Use(); // -> ::Item.Use
        if (byName.TryGetValue("a", out List<Item> found)) found[0].Use(); // -> ::Item.Use
        items.Where(i => i.Next != null).Select(i => i.Next).First().Use(); // -> ::Item.Use
        items.ForEach(i => i.Use()); // -> ::Item.Use
        make().Use(); // -> ::Item.Use
        handler("a", new Item()); // -> ::Item
        Item made = new(); // -> ::Item
        var (left, right) = (made, 1);
        left.Use(); // -> ::Item.Use
        int Local(Item i) { i.Use(); return 1; } // -> ::Item.Use
        Local(made); // -> ::Cart.All.Local
        Handler h = (name, i) => i.Use(); // -> ::Item.Use
        (made + made).Use(); // -> nothing
        using var res = new Res(); // -> ::Res
        res.Close(); // -> ::Res.Close
    }
}

delegate void Handler(string name, Item item);

struct Point { public Point(int x) { } public void Move() { } }

record Pair(Item Left, Item Right) { void Use() { Left.Use(); } } // -> ::Item.Use

class Res : IDisposable
{
    public void Dispose() { }

    public void Close() { }
}

class Values
{
    void All(Point? maybe, Pair pair)
    {
        new Point(1).Move(); // -> ::Point.Point, ::Point.Move
        new Point().Move(); // -> ::Point, ::Point.Move
        maybe.Value.Move(); // -> ::Point.Move
        maybe?.Move(); // -> ::Point.Move
        new Pair(null, null).Left.Use(); // -> ::Pair, ::Item.Use
        pair.Right.Use(); // -> ::Item.Use
    }
}
