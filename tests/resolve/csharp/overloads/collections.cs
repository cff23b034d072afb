using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;

namespace Collections
{
    class Item
    {
        public void Sell() { }
    }

    static class Extensions
    {
        public static void Counted(this ICollection one) { }

        public static void Walked(this IEnumerable one) { }

        public static void Least(this IEnumerable<int> one) { }

        public static void Least(this IEnumerable<long> one) { }
    }

    class Use
    {
        void Sort(IComparer one) { }

        void Sort<T>(IComparer<T> one) { }

        void Take(IEnumerable one) { }

        object Of(Item one) => null;

        void Sum(List<Item> many, Func<Item, int> of) { }

        void Sum(List<Item> many, Func<Item, decimal> of) { }

        void Take<T>(IEnumerable<T> one) { }

        void All(IList<Item> many, IList some, List<Item> list, IComparer older, IComparer<Item> newer)
        {
            many[0].Sell(); // -> ::Item.Sell
            some[0].Sell(); // -> nothing
            some.Cast<Item>().First().Sell(); // -> ::Item.Sell
            Sort(older); // -> ::Use.Sort(IComparer)
            Sort(newer); // -> ::Use.Sort(IComparer)~2
            Take(some); // -> ::Use.Take(IEnumerable)
            Take(many); // -> ::Use.Take(IEnumerable)~2
            list.Counted(); // -> ::Extensions.Counted
            many.Counted(); // -> nothing
            many.Where(x => true).Walked(); // -> ::Extensions.Walked
            Sum(list, x => (decimal)Of(x)); // -> ::Use.Sum(List,Func)~2, ::Use.Of
            Sum(list, x => Of(x)); // -> ::Use.Of
            list.Select(Unknown.Any).Least(); // -> nothing
        }
    }
}
