namespace A;

class Near
{
    public void Close() { }
}
