using System;
using System.Threading.Tasks;

class Item { public Item Next; public void Go() {} }
record Pair<A, B>(A First, B Second);
record Spot(Item Left, Item Right);
class Box<T> { public T Value; public void Deconstruct(out T value, out int count) { value = Value; count = 1; } }
class Many { public void Deconstruct(out Item a) { a = null; } public void Deconstruct(out int a, out int b) { a = b = 1; } }

class Taken
{
    void Positions(object o, Pair<Item, int> pair, Box<Item> box, Spot spot, Many many)
    {
        if (o is Spot(var x, var y)) {
            x.Go();  // -> ::Item.Go
            y.Go();  // -> ::Item.Go
        }
        if (pair is (var first, _)) first.Go();  // -> ::Item.Go
        if (o is Pair<Item, int>(var f, var s) both) {
            f.Go();  // -> ::Item.Go
            s.Go();  // -> nothing
        }
        if (box is (var value, var count)) value.Go();  // -> ::Item.Go
        var (left, right) = spot;
        right.Go();  // -> ::Item.Go
        if (many is (var one, var two)) one.Go();  // -> nothing
        if (o is var any) any.Go();  // -> nothing
        if (spot is { Left: { } left2 }) left2.Go();  // -> ::Item.Go
        if (spot.Right is { Next: null } last) last.Go();  // -> ::Item.Go
        if (o is { } known) known.Go();  // -> nothing
    }

    void Members(object o, Spot spot)
    {
        switch (o) {
            case Pair<Item, Item>(var q, var w): w.Go(); break;  // -> ::Item.Go
            case Spot { Left: var l }: l.Go(); break;  // -> ::Item.Go
            case Pair<Item, Spot> { Second: { Right: { Next: var next } } }: next.Go(); break;  // -> ::Item.Go
        }
    }

    async Task Failed(Exception e)
    {
        (await Task.FromException<Item>(e)).Go();  // -> ::Item.Go
        (await Task.FromCanceled<Item>(default)).Go();  // -> ::Item.Go
        (await ValueTask.FromResult(new Item())).Go();  // -> ::Item, ::Item.Go
    }
}
