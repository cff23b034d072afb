using Tools;

class Main
{
    void Run()
    {
        Guard.Check();  // -> Shared/Guard.cs::Guard.Check
        Text.Trim();  // -> Common/Text.cs::Text.Trim
    }
}
