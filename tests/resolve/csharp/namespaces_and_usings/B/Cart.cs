namespace B;

public class Cart
{
    public void Add() { }
}

public class Both
{
    public static void Go() { }
}
