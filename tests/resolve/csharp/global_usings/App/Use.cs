namespace App;

class Use
{
    void All(One one, Two two, Three three)
    {
        one.Go(); // -> App/Lib.cs::One.Go
        two.Go(); // -> App/Lib.cs::Two.Go
        three.Go(); // -> App/Lib.cs::Three.Go
        Help(); // -> App/Lib.cs::Helpers.Help
    }
}
