using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop.Sequences
{
    static class Sequence
    {
        public static IEnumerable<T> Where<T>(this IEnumerable<T> all, Func<T, bool> by) => all;

        public static List<T> ToList<T>(this IEnumerable<T> all) => null;

        public static List<T> Kept<T>(this IEnumerable<T> all) => all.Where(one => true).ToList(); // -> ::Sequence.Where, ::Sequence.ToList
    }

    class Near
    {
        void All(List<Cart> carts)
        {
            carts.Where(cart => true).ToList(); // -> ::Sequence.Where, ::Sequence.ToList
            carts.First(); // -> nothing
            carts.GetEnumerator(); // -> nothing
        }
    }
}

namespace Shop.Other
{
    using Shop.Sequences;

    class Used
    {
        void All(List<Cart> carts)
        {
            carts.ToList(); // -> ::Sequence.ToList
        }
    }
}

namespace Shop.Both
{
    using System.Linq;
    using Shop.Sequences;

    class Either
    {
        void All(List<Cart> carts)
        {
            carts.ToList(); // -> nothing
            carts.First(cart => { cart.Own(); return true; }); // -> A.cs::Cart.Own
            carts.FirstOrDefault(cart => { cart.Own(); return true; }).Own(); // -> A.cs::Cart.Own
            carts.Any(cart => { cart.Own(); return true; }); // -> A.cs::Cart.Own
            carts.Count(cart => { cart.Own(); return true; }); // -> A.cs::Cart.Own
        }
    }
}
