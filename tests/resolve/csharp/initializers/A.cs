using System;
using System.Collections;
using System.Collections.Generic;

class Item
{
    public Item(int a) { }

    public void Sell() { }
}

class Other
{
    public void Sell() { }
}

class Box
{
    public Item Data { get; set; }
    public Box Inner { get; set; }
    public Action<Item> Sold { get; set; }
}

class Rules : IEnumerable
{
    public void Add(Func<Item, object> rule) { }

    public IEnumerator GetEnumerator() => null;
}

class Pairs : IEnumerable
{
    public void Add(Item one) { }

    public void Add(Other one) { }

    public IEnumerator GetEnumerator() => null;
}

class Use
{
    Other Data;

    void Members()
    {
        var a = new Box { Data = new(1) }; // -> ::Box, ::Item.Item
        Box b = new() { Data = new(2), Inner = new() { Data = new(3) } }; // -> ::Box, ::Box, ::Item.Item, ::Item.Item
        var c = new Box { Inner = { Data = new(4) } }; // -> ::Box, ::Item.Item
        var d = new Box { Sold = x => x.Sell() }; // -> ::Box, ::Item.Sell
        Data = new(); // -> ::Other
        Missing = new Outside { Data = new() }; // -> nothing
    }

    void Named(int count = 0, Item made = null, Action<Item> then = null) { }

    R Turned<R>(int count = 0, Func<Item, R> by = null) => default;

    void ByName()
    {
        Named(made: new(1)); // -> ::Use.Named, ::Item.Item
        Named(then: x => x.Sell(), made: new(2)); // -> ::Use.Named, ::Item.Sell, ::Item.Item
        Turned(by: x => x).Sell(); // -> ::Use.Turned, ::Item.Sell
    }

    void Elements()
    {
        var a = new List<Item> { new(1), new(2) }; // -> ::Item.Item
        var b = new Item[] { new(3) }; // -> ::Item.Item
        var c = new Dictionary<string, Item> { ["a"] = new(4) }; // -> ::Item.Item
        var d = new Dictionary<string, Item> { { "a", new(5) } }; // -> ::Item.Item
        var e = new Rules { x => { x.Sell(); return x; } }; // -> ::Rules, ::Item.Sell
        var f = new Pairs { new(6) }; // -> ::Pairs
        var g = new List<Action<Other>> { x => x.Sell() }; // -> ::Other.Sell
    }

    static TheoryData<string, Item> Cases => new()
    {
        { "a", new(7) }, // -> ::Item.Item
        { "b", new(8) }, // -> ::Item.Item
    };

    void Several()
    {
        var a = new Table { { 1, new(9), x => x.Sell() } }; // -> ::Table, ::Item.Item, ::Other.Sell
    }
}

class Table : IEnumerable
{
    public void Add(Item one) { }

    public void Add(int row, Item one, Action<Other> then) { }

    public IEnumerator GetEnumerator() => null;
}
