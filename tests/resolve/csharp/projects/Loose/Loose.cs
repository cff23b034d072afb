using Lib;

class Loose
{
    static void Main() { Tool.Run(); } // -> nothing
}
