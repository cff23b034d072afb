using B;
using C;

class UseBoth
{
    void All() { Both.Go(); } // -> nothing
}
