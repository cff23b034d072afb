using System;

class A
{
    void F(int x) { }

    void F(long x) { }

    void F(object x) { }

    void F(string x, params object[] rest) { }

    void G(string x, int y = 0, bool z = false) { }

    void G(Uri x) { }

    void N(int? x) { }

    void N(int x) { }

    void T<X>(X one) { }

    void T(string one) { }

    void D(Action a) { }

    void D(Func<int> f) { }

    void All(A a, Other other, int? maybe)
    {
        F(1); // -> ::A.F(int)
        F(1L); // -> ::A.F(long)
        F(a); // -> ::A.F(object)
        F("a", 1, 2); // -> ::A.F(string,object[])
        G("a"); // -> ::A.G(string,int,bool)
        G("a", z: true); // -> ::A.G(string,int,bool)
        G(new Uri("x")); // -> ::A.G(Uri)
        G(null); // -> nothing
        G(other.Unknown()); // -> nothing
        N(maybe); // -> ::A.N(int?)
        N(1); // -> ::A.N(int)
        T("a"); // -> ::A.T(string)
        T(a); // -> ::A.T(X)
        T<int>(1); // -> ::A.T(X)
        D(() => { }); // -> ::A.D(Action)
        D(() => 1); // -> ::A.D(Func)
        D(() => Number()); // -> ::A.D(Func), ::A.Number
        D(() => All(a, other, null)); // -> ::A.D(Action), ::A.All
        F(); // -> nothing
    }

    int Number() => 1;
}
namespace Texts
{
    struct Note
    {
        public static implicit operator Note(string text) => default;
    }

    class Log
    {
        void Write(Note text) { }

        void Write(FormattableString text) { }

        void Plain(string text) { }

        void Plain(FormattableString text) { }

        void All(int x)
        {
            Write("a"); // -> ::Log.Write(Note)
            Write($"a {x}"); // -> nothing
            Plain("a"); // -> ::Log.Plain(string)
            Plain($"a {x}"); // -> ::Log.Plain(string)
        }
    }
}
