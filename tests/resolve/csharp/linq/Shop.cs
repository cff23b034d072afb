using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop
{
    public class Item
    {
        public string Name;
        public Shelf Shelf;

        public int Price() => 1;

        public void Sell() { }
    }

    public class Shelf
    {
        public Item[] Items;

        public int Floor() => 1;

        public Shelf Next(Item item) => this;
    }

    class Numbers
    {
        void All(List<Item> items, Item[] row)
        {
            items.Sum(item => item.Price()); // -> ::Item.Price
            items.Average(item => item.Price()); // -> ::Item.Price
            items.Min(item => item.Shelf).Floor(); // -> ::Shelf.Floor
            items.Max().Sell(); // -> ::Item.Sell
            items.MinBy(item => item.Price()).Sell(); // -> ::Item.Price, ::Item.Sell
            row.MaxBy(item => item.Price(), null).Sell(); // -> ::Item.Price, ::Item.Sell
            items.Select((item, at) => item.Shelf).First().Floor(); // -> ::Shelf.Floor
            items.Where((item, at) => item.Price() > at).First().Sell(); // -> ::Item.Price, ::Item.Sell
        }

        void Folded(List<Item> items, Shelf first)
        {
            items.Aggregate((one, other) => { one.Sell(); return other; }).Sell(); // -> ::Item.Sell, ::Item.Sell
            items.Aggregate(first, (shelf, item) => shelf.Next(item)).Floor(); // -> ::Shelf.Next, ::Shelf.Floor
            items.Aggregate(first, (shelf, item) => shelf, shelf => shelf.Floor()); // -> ::Shelf.Floor
        }
    }

    class Shapes
    {
        void Pairs(List<Item> items, Shelf[] shelves)
        {
            items.Zip(shelves, (item, shelf) => shelf.Next(item)).First().Floor(); // -> ::Shelf.Next, ::Shelf.Floor
            foreach (var (item, shelf) in items.Zip(shelves))
            {
                item.Sell(); // -> ::Item.Sell
                shelf.Floor(); // -> ::Shelf.Floor
            }
            items.Zip(shelves).First().Item2.Floor(); // -> ::Shelf.Floor
            items.Zip(shelves).Select(both => both.Second.Next(both.First)); // -> ::Shelf.Next
            items.Zip(shelves).Select(both => both.Third.Next(both.First)); // -> nothing
            items.Join(shelves, i => i.Price(), s => s.Floor(), (i, s) => s.Next(i)); // -> ::Item.Price, ::Shelf.Floor, ::Shelf.Next
            items.GroupJoin(shelves, i => 1, s => 1, (i, all) => all.First().Floor()); // -> ::Shelf.Floor
            shelves.SelectMany(s => s.Items, (s, item) => item.Shelf).First().Floor(); // -> ::Shelf.Floor
            shelves.SelectMany(s => s.Items).First().Sell(); // -> ::Item.Sell
            foreach (var some in items.Chunk(2))
                some[0].Sell(); // -> ::Item.Sell
        }

        void Groups(List<Item> items)
        {
            foreach (var group in items.GroupBy(item => item.Shelf))
            {
                group.Key.Floor(); // -> ::Shelf.Floor
                group.First().Sell(); // -> ::Item.Sell
            }
            items.GroupBy(i => i.Shelf).Select(g => g.Key.Floor()); // -> ::Shelf.Floor
            items.GroupBy(i => i.Shelf).Select(g => g.Sum(i => i.Price())); // -> ::Item.Price
            items.GroupBy(i => i.Name, i => i.Shelf).First().First().Floor(); // -> ::Shelf.Floor
            items.GroupBy(i => i.Shelf, (shelf, all) => shelf.Next(all.First())); // -> ::Shelf.Next
            items.GroupBy(i => i.Name, StringComparer.Ordinal).First().First().Sell(); // -> ::Item.Sell
            items.ToLookup(i => i.Name)["a"].First().Sell(); // -> ::Item.Sell
            items.ToLookup(i => i.Shelf, i => i.Price()).First().Key.Floor(); // -> ::Item.Price, ::Shelf.Floor
            items.ToDictionary(i => i.Shelf, i => i).First().Key.Floor(); // -> ::Shelf.Floor
            items.ToDictionary(i => i.Name, StringComparer.Ordinal)["a"].Sell(); // -> ::Item.Sell
            foreach (var pair in items.ToDictionary(i => i.Name, i => i.Shelf))
                pair.Value.Floor(); // -> ::Shelf.Floor
            foreach (var (name, shelf) in items.ToDictionary(i => i.Name, i => i.Shelf))
                shelf.Floor(); // -> ::Shelf.Floor
        }

        void Orders(List<Item> items)
        {
            items.OrderBy(i => i.Name).ThenByDescending(i => i.Price()).First().Sell(); // -> ::Item.Price, ::Item.Sell
            items.DistinctBy(i => i.Price()).First().Sell(); // -> ::Item.Price, ::Item.Sell
            items.Select(i => i.Unknown()).First().Sell(); // -> nothing
        }
    }
}
