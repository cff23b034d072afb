namespace First
{
    class Begin
    {
        void Go() { C.Both.Go(); } // -> C.cs::Both.Go [import]
    }
}

namespace C
{
    class Next
    {
        void Go() { Both.Go(); } // -> C.cs::Both.Go [same-package]
    }
}
