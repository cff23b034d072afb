namespace Shop.Pages
{
    using Inner;
    using static Inner.Math;
    using static System.Console;

    class Page
    {
        void Show(Order order)
        {
            Sorted.Put(1); // -> B.cs::Sorted.Put
            Half(2); // -> B.cs::Math.Half
            order.Send(); // -> B.cs::Extensions.Send
            WriteLine("a"); // -> nothing
        }
    }
}
