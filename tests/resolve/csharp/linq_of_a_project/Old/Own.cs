using System.Collections.Generic;

namespace Old.Own
{
    public static class Sequences
    {
        public static T Last<T>(this IEnumerable<T> all) => default;
    }
}
