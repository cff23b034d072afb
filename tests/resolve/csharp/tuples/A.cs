using System.Collections.Generic;
using System.Linq;

namespace Shop
{
    class Item
    {
        public Shelf Shelf;

        public void Sell() { }
    }

    class Shelf
    {
        public void Move() { }
    }

    class Tuples
    {
        private (Item Sold, Shelf From) _last;

        (Shelf To, int) Place((Item What, Shelf) given) => (given.Item2, 1);

        void Named(Item item, Shelf shelf, List<(Item Sold, Shelf From)> all)
        {
            _last.Sold.Sell(); // -> ::Item.Sell
            _last.From.Move(); // -> ::Shelf.Move
            _last.Item1.Sell(); // -> ::Item.Sell
            _last.Other.Sell(); // -> nothing
            Place((item, shelf)).To.Move(); // -> ::Tuples.Place, ::Shelf.Move
            var made = (Sold: item, shelf, item.Shelf);
            made.Sold.Sell(); // -> ::Item.Sell
            made.shelf.Move(); // -> ::Shelf.Move
            made.Shelf.Move(); // -> ::Shelf.Move
            all.First().From.Move(); // -> ::Shelf.Move
            all.Select(one => (one.Sold, Where: one.From)).First().Where.Move(); // -> ::Shelf.Move
            Taken(all); // -> ::Tuples.Taken(List)
            Taken(_last); // -> ::Tuples.Taken(Item)
        }

        void Pairs(Dictionary<Shelf, Item> all)
        {
            foreach (var (shelf, item) in all)
            {
                shelf.Move(); // -> ::Shelf.Move
                item.Sell(); // -> ::Item.Sell
            }
        }

        void Taken(List<(Item, Shelf)> all) { }

        void Taken(List<(Item, Item)> all) { }

        void Taken((Item, Shelf) one) { }

        void Taken(object one) { }
    }
}
