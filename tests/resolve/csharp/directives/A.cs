class A
{
#if FAST
    public void Run(int x)
#else
    public void Run(long x)
#endif
    {
        Helper(); // -> ::A.Helper
    }

    void Both()
    {
#if FAST
        Helper(); // -> ::A.Helper
#else
        Other(); // -> ::A.Other
#endif
    }

    void Helper() { }

    void Other() { }
}
