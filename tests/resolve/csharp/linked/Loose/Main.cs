using Tools;

class Main
{
    void Run() { Guard.Check(); }  // -> nothing
}
