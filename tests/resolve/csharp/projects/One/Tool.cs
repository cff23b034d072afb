namespace Lib;

public class Tool
{
    public static void Run() { Part.Go(); } // -> One/Tool.cs::Part.Go
}

class Part
{
    public static void Go() { }
}
