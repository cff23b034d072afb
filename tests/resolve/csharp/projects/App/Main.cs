using Lib;

class Program
{
    static void Main() { Tool.Run(); } // -> Two/Tool.cs::Tool.Run
}
