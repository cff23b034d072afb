using B;
using static B.Tools; // imports B/Tools.cs
using Short = B.Deep.Thing; // imports B/Thing.cs
using System.Collections.Generic;

namespace A.Inner
{
    using C;

    class Shop
    {
        void All(Cart cart, Crate crate, Short thing, B.Deep.Thing same, Near near)
        {
            cart.Add(); // -> B/Cart.cs::Cart.Add [receiver]
            crate.Open(); // -> C.cs::Crate.Open
            thing.Go(); // -> B/Thing.cs::Thing.Go
            same.Go(); // -> B/Thing.cs::Thing.Go
            near.Close(); // -> Near.cs::Near.Close
            Round(1); // -> B/Tools.cs::Tools.Round [import]
            Tools.Round(1); // -> B/Tools.cs::Tools.Round
            B.Tools.Round(1); // -> B/Tools.cs::Tools.Round
            Deep.Thing.Make(); // -> nothing
            global::B.Deep.Thing.Make(); // -> B/Thing.cs::Thing.Make
            Own(); // -> ::Shop.Own [lexical]
            this.Own(); // -> ::Shop.Own
            new List<int>().Add(1); // -> nothing
            Both.Go(); // -> C.cs::Both.Go
            Unknown.Go(); // -> nothing
        }

        void Own() { }
    }
}
