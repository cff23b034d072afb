using System;
using System.Collections.Generic;
using Shop.Blocks;

namespace Shop.Blocks
{
    class Item
    {
        public void Sell() { }
    }

    static class Extensions
    {
        /// <summary>Words.</summary>
        extension(string text)
        {
            public int Words() { return text.Parts("a").Count; } // -> ::Extensions.Parts

            public bool Empty => text.Words() == 0; // -> ::Extensions.Words

            private List<string> Parts(string by) => null;
        }

        extension<T>(IEnumerable<T> many) where T : class
        {
            public T Least() => default;

            public IEnumerable<R> Turned<R>(Func<T, R> by) => null;
        }

        extension(Item) {
            public static Item Made() => new Item(); // -> ::Item
        }

        public static int Older(this string text) => text.Words(); // -> ::Extensions.Words
    }
}

namespace Shop.Uses
{
    class Use
    {
        void All(string text, List<Item> items, Func<string, int> extension)
        {
            text.Words(); // -> ::Extensions.Words
            Extensions.Words(text); // -> ::Extensions.Words
            text.Older(); // -> ::Extensions.Older
            items.Least().Sell(); // -> ::Extensions.Least, ::Item.Sell
            items.Turned(x => x).Least().Sell(); // -> ::Extensions.Turned, ::Extensions.Least, ::Item.Sell
            extension("a"); // -> nothing
        }
    }
}
