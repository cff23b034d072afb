using System;
using System.Collections.Generic;

class Lines
{
    IEnumerable<Line> Each()
    {
        yield return new(1); // -> ::Line.Line
    }

    IEnumerable<Action<Line>> Steps()
    {
        yield return one => one.Draw(); // -> ::Line.Draw
    }

    List<Line> Whole()
    {
        return new(); // -> nothing
    }
}

class Line
{
    public Line(int a) { }

    public void Draw() { }
}
