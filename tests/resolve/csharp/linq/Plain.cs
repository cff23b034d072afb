// LINQ's namespace is not used here, so that what is used has the names alone.
using System.Collections.Generic;
using Shop.Own;

namespace Shop
{
    class Plain
    {
        void All(List<Item> items, List<string> names)
        {
            items.First(item => item.Price() > 1).Sell(); // -> Own.cs::Sequences.First, Shop.cs::Item.Price, Shop.cs::Item.Sell
            names.Told(); // -> Own.cs::Sequences.Told(IEnumerable)~2
            items.Told(); // -> Own.cs::Sequences.Told(IEnumerable)
        }
    }
}
