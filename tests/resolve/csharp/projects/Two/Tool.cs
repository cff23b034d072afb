namespace Lib;

public class Tool
{
    public static void Run() { Part.Go(); } // -> Two/Tool.cs::Part.Go
}

class Part
{
    public static void Go() { }
}
