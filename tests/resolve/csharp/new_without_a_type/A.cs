using System;
using System.Collections.Generic;

class Item
{
    public Item(int a) { }

    public void Sell() { }
}

class Box
{
    public Func<Item, Item> Change { get; set; }

    public Box(IEnumerable<Item> items) { }
}

delegate Item Making(Item from);

class Use
{
    void All(Box box, Making making)
    {
        Item[] many = [new(1)]; // -> ::Item.Item
        List<Item> more = [new(1), new(2)]; // -> ::Item.Item
        IEnumerable<Item> other = new[] { new Item(1), new(2) }; // -> ::Item.Item
        var made = new Box([new(3)]); // -> ::Box.Box, ::Item.Item
        box.Change(new(4)).Sell(); // -> ::Item.Item, ::Item.Sell
        box.Change.Invoke(new(5)).Sell(); // -> ::Item.Item, ::Item.Sell
        making?.Invoke(new(6)).Sell(); // -> ::Item.Item, ::Item.Sell
        var unknown = Outside.Make([new(7)]); // -> nothing
    }
}
