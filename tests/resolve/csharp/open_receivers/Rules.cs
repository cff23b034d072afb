using System.Collections.Generic;

namespace Shop
{
    class Rule<T, P> { }

    static class Extensions
    {
        public static void Told<T>(this IEnumerable<T> all) { }

        public static void Told(this IEnumerable<string> all) { }

        public static void Held<T, P>(this Rule<T, P> rule) { }

        public static void Held<T>(this Rule<T, string> rule) { }
    }

    class Box<V>
    {
        private IEnumerable<V> _all;

        void Inside() => _all.Told(); // -> ::Extensions.Told(IEnumerable)
    }

    class Use
    {
        void Of<R>(IEnumerable<R> all, List<R> list, R[] array)
        {
            all.Told(); // -> ::Extensions.Told(IEnumerable)
            list.Told(); // -> ::Extensions.Told(IEnumerable)
            array.Told(); // -> ::Extensions.Told(IEnumerable)
        }

        void OfRules<T, P>(Rule<T, P> open, Rule<T, string> half)
        {
            open.Held(); // -> ::Extensions.Held(Rule)
            half.Held(); // -> ::Extensions.Held(Rule)~2
        }

        void Plain(IEnumerable<Use> all, IEnumerable<string> names)
        {
            all.Told(); // -> ::Extensions.Told(IEnumerable)
            names.Told(); // -> ::Extensions.Told(IEnumerable)~2
        }
    }
}
