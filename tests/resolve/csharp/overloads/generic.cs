namespace Generic
{
    class Base { }

    class Derived : Base { }

    class Logged
    {
        void H<T>(T x) { }

        void H(Base b) { }

        void L<T>(T x) { }

        void L(object x) { }

        void Two<T>(T x, T y) { }

        void Two(Base x, Base y) { }

        void N<T>(System.Collections.Generic.List<T> x) { }

        void N(object x) { }

        void E<T>(string s, T x) { }

        void E(string s, params object[] rest) { }

        void All(object some, object[] many, object[,] table, object[][] jagged, string[] words, Other other)
        {
            H(new Derived()); // -> ::Derived, ::Logged.H(T)
            H(new Base()); // -> ::Base, ::Logged.H(Base)
            L("x"); // -> ::Logged.L(T)
            L(some); // -> ::Logged.L(object)
            L(other.Unknown()); // -> nothing
            Two(new Derived(), new Derived()); // -> ::Derived, ::Logged.Two(T,T)
            N(new System.Collections.Generic.List<int>()); // -> ::Logged.N(List)
            E("a", many); // -> ::Logged.E(string,object[])
            E("a", table); // -> ::Logged.E(string,T)
            E("a", jagged); // -> ::Logged.E(string,T)
            E("a", words); // -> ::Logged.E(string,T)
            E("a", new object[2, 3]); // -> ::Logged.E(string,T)
            E("a", new object[2]); // -> ::Logged.E(string,object[])
            E("a", 1, 2); // -> ::Logged.E(string,object[])
            var cube = new object[,,] { { { 1 } } };
            E("a", cube); // -> ::Logged.E(string,T)
        }
    }
}
