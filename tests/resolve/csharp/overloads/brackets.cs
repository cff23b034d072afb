using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace Brackets
{
    class Note { }

    class Line
    {
        public Line(Note one) { }

        public Line(string text) { }

        public Line(IEnumerable<Note> all) { }
    }

    class Use
    {
        Line _kept;

        Line Kept
        {
            get
            {
                return new([new Note()]); // -> ::Line.Line(IEnumerable), ::Note
            }
        }

        void Write(string text, Exception why) { }

        void Write(string text, object[] values) { }

        void Run(Action step) { }

        void Run(Func<int> step) { }

        void All(object one, Dictionary<string, Line[]> lines)
        {
            Write("a", [one, one]); // -> ::Use.Write(string,object[])
            Run(() => Console.WriteLine("a")); // -> ::Use.Run(Action)
            Run(() => TimeSpan.MaxValue); // -> nothing
            lines["a"] = [new("a"), new(new Note())]; // -> ::Line.Line(string), ::Line.Line(Note), ::Note
        }
    }

    class Rows
    {
        public void Take<A>(IEnumerable<Task<A>> all) { }

        public void Take<A>(IEnumerable<ValueTask<A>> all) { }

        public void Put<A, B>(IEnumerable<(A, B)> pairs) { }

        public void Put<A, B>(IEnumerable<KeyValuePair<A, B>> pairs) { }

        void All<A>(IEnumerable<ValueTask<A>> soon, Dictionary<string, A> pairs)
        {
            Take(soon); // -> ::Rows.Take(IEnumerable)~2
            Put(pairs); // -> ::Rows.Put(IEnumerable)~2
            soon.Later(); // -> ::Tasks.Later(IEnumerable)~2
        }

        void Wait(Func<Task> step) { }

        void Wait<A>(Func<Task<A>> step) { }

        void Change<A>(Action<A, Note> step) { }

        void Steps(Task waiting, Func<Task<int>> counted, Action<string, object> any)
        {
            Wait(() => waiting); // -> ::Rows.Wait(Func)
            Wait(counted); // -> ::Rows.Wait(Func)~2
            Change(any); // -> ::Rows.Change
        }
    }

    static class Tasks
    {
        public static void Later<A>(this IEnumerable<Task<A>> all) { }

        public static void Later<A>(this IEnumerable<ValueTask<A>> all) { }
    }
}
