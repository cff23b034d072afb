using System.Collections.Generic;

namespace Open
{
    static class Sums
    {
        public static int Of(IEnumerable<string> all) => 1;

        public static int Of<T>(IEnumerable<T> all) => 2;

        public static int Kept(List<string> all) => 1;

        public static int Kept(object all) => 2;
    }

    class Use
    {
        void All<R>(IEnumerable<R> open, IEnumerable<string> texts, List<R> many)
        {
            Sums.Of(open); // -> ::Sums.Of(IEnumerable)~2
            Sums.Of(texts); // -> ::Sums.Of(IEnumerable)
            Sums.Kept(many); // -> ::Sums.Kept(object)
        }
    }
}
