using New.Own;

class Use
{
    void All(List<string> names)
    {
        names.Last(); // -> nothing
    }
}
