using System;
using System.Collections.Generic;

namespace Shop.Own
{
    public static class Sequences
    {
        public static IEnumerable<T> Concat<T>(this IReadOnlyCollection<T> all, IReadOnlyCollection<T> more) => all;

        public static T First<T>(this IEnumerable<T> all, Func<T, bool> by) => default;

        public static bool Contains<T>(this List<T> all, T one, int from) => true;

        public static int Told<T>(this IEnumerable<T> all) => 1;

        public static int Told(this IEnumerable<string> all) => 1;
    }
}
