using NUnit.Framework;

[Mark]
public class CartTests
{
    [Test]
    public void Adds()
    {
        var cart = new Cart(); // tests Cart.cs::Cart
        cart.Add(); // tests Cart.cs::Cart.Add
    }

    public void Helper() { new Cart().Add(); } // tests nothing
}
