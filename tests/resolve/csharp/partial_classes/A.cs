namespace N;

public partial class Cart : Base // inherits B.cs::Base
{
    private int count;

    void Start()
    {
        Helper(); // -> B.cs::Cart.Helper
        FromBase(); // -> B.cs::Base.FromBase [inherits]
        new Cart(1).Helper(); // -> B.cs::Cart.Cart, B.cs::Cart.Helper
    }
}

class Cart<T>
{
    public void Generic() { }

    void Use(Cart plain, Cart<int> other)
    {
        plain.Generic(); // -> nothing
        other.Generic(); // -> ::Cart~2.Generic
    }
}
