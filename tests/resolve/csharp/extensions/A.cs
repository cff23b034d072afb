using System.Collections.Generic;
using Ext;

class Cart
{
    public void Own() { }

    public void Also() { }
}

class Use
{
    void All(Cart cart, List<Cart> carts, string text, object anything)
    {
        cart.Total(); // -> Ext.cs::CartExtensions.Total [import]
        cart.Own(); // -> ::Cart.Own
        cart.Also(1); // -> Ext.cs::CartExtensions.Also
        CartExtensions.Total(cart); // -> Ext.cs::CartExtensions.Total
        carts.Each().Own(); // -> Ext.cs::CartExtensions.Each, ::Cart.Own
        text.Shout(); // -> Ext.cs::CartExtensions.Shout
        text.Trim(); // -> nothing
        anything.Total(); // -> nothing
        cart.Hidden(); // -> nothing
        cart.Total().ToString(); // -> Ext.cs::CartExtensions.Total
    }
}
