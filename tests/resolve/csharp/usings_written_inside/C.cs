namespace Shop.Pages;

using Inner;

class Flat
{
    void Show() => Sorted.Put(1); // -> B.cs::Sorted.Put
}
