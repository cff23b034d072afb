namespace B.Deep;

public class Thing
{
    public static Thing Make() => new(); // -> ::Thing

    public void Go() { }
}
