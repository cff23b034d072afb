using System.Collections.Generic;
using Old.Own;

class Use
{
    void All(List<string> names)
    {
        names.Last(); // -> Old/Own.cs::Sequences.Last
    }
}
