namespace C
{
    public class Crate
    {
        public void Open() { }
    }

    public class Both
    {
        public static void Go() { }
    }
}
