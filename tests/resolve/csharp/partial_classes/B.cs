namespace N;

public partial class Cart // reopens A.cs::Cart
{
    public Cart(int x) { count = x; }

    private void Helper() { Start(); } // -> A.cs::Cart.Start
}

public class Base
{
    protected void FromBase() { }
}
