// Both namespaces are used here and equally near: what is called on something more special is better.
using System.Collections.Generic;
using System.Linq;
using Shop.Own;

namespace Shop
{
    class Beside
    {
        void All(List<Item> items, IEnumerable<Item> more)
        {
            items.Concat(items); // -> Own.cs::Sequences.Concat
            items.Concat(more); // -> nothing
            more.Concat(items); // -> nothing
            items.First(item => item.Price() > 1).Sell(); // -> Shop.cs::Item.Price, Shop.cs::Item.Sell
            items.Contains(items[0], 1); // -> Own.cs::Sequences.Contains
            items.Contains(items[0]); // -> nothing
        }
    }
}
