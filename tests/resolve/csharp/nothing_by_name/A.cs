using System.IO;

namespace A
{
    class Repo
    {
        public void Close() { }

        public void Fetch() { }

        void All(Stream s, dynamic d, object o)
        {
            s.Close(); // -> nothing
            d.Close(); // -> nothing
            o.Close(); // -> nothing
        }
    }
}

namespace B
{
    class Other
    {
        void All(Repo repo)
        {
            Fetch(); // -> nothing
            repo.Close(); // -> nothing
        }
    }
}
