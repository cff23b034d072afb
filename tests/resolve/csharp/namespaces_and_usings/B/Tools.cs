namespace B
{
    public static class Tools
    {
        public static int Round(int x) => x;
    }
}
