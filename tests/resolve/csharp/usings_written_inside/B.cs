namespace Shop.Inner
{
    static class Sorted
    {
        public static void Put(int x) { }
    }

    static class Math
    {
        public static int Half(int x) => x;
    }

    class Order { }

    static class Extensions
    {
        public static void Send(this Order order) { }
    }
}
