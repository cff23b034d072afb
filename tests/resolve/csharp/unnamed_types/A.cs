using System;
using System.Linq;
using System.Threading.Tasks;

class Cart
{
    public Cart Next { get; set; }

    public void Add() { }
}

static class Checks
{
    public static void Check(this object any) { }

    public static void Check(this Action step) { }

    public static void Check<T>(this Func<T> step) { }

    public static void Check<T>(this T node) where T : Outside.Node { }

    public static void Wait(this Func<Task> step) { }
}

class Use
{
    Cart Made() => null;

    void Members(Cart cart, Cart[] carts)
    {
        var pair = new { First = cart, cart.Next, carts };
        pair.First.Add(); // -> ::Cart.Add
        pair.Next.Add(); // -> ::Cart.Add
        pair.carts.First().Add(); // -> ::Cart.Add
        pair.Check(); // -> ::Checks.Check(object)
        var all = carts.Select(one => new { Of = one }).Select(one => one.Of.Next);
        all.First().Add(); // -> ::Cart.Add
    }

    void Lambdas(Cart cart, string text)
    {
        var step = () => cart.Add(); // -> ::Cart.Add
        step.Check(); // -> ::Checks.Check(Action)
        var block = () => { cart.Add(); }; // -> ::Cart.Add
        block.Check(); // -> ::Checks.Check(Action)
        var made = () => Made(); // -> ::Use.Made
        made.Check(); // -> ::Checks.Check(Func)
        var waiting = async () => { await Task.Delay(1); }; // -> nothing
        waiting.Wait(); // -> ::Checks.Wait
        var unknown = () => text.Other();
        unknown.Check(); // -> nothing
    }
}
