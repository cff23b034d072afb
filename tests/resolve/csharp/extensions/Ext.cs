using System.Collections.Generic;

namespace Ext
{
    static class CartExtensions
    {
        public static int Total(this Cart cart) => 1;

        public static void Also(this Cart cart, int x) { }

        public static void Own(this Cart cart) { }

        public static T Each<T>(this IEnumerable<T> all) => default;

        public static string Shout(this string text) => text;
    }
}

namespace Elsewhere
{
    static class Others
    {
        public static void Hidden(this Cart cart) { }
    }
}
