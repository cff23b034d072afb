using System;
using System.Collections.Generic;
using System.Data.Common;
using System.Linq;
using System.Linq.Expressions;
using System.Net.Http;
using System.Threading.Tasks;
using Microsoft.Extensions.DependencyInjection;
using Moq;
using NSubstitute;
using Shop.Setup;

namespace Shop;

public interface ICart
{
    Item Find(string name);
}

public class Item
{
    public void Sell() { }
}

class App
{
    void Made(Func<ServiceProvider> build)
    {
        var services = new ServiceCollection();
        services.AddShop().AddSingleton<ICart>(p => p.GetRequiredService<Store>().Open()).AddShop(); // -> Setup.cs::Extensions.AddShop, ::Store.Open
        var provider = services.BuildServiceProvider();
        provider.GetRequiredService<ICart>().Find("a").Sell(); // -> ::ICart.Find, ::Item.Sell
    }

    void Data(DbConnection nearer, System.Data.IDbConnection wider)
    {
        nearer.Ask(1); // -> Setup.cs::Extensions.Ask(DbConnection,int)
        wider.Ask(1); // -> Setup.cs::Extensions.Ask(IDbConnection,int)
        nearer.Open(); // -> nothing
    }

    async Task Read(HttpClient client)
    {
        var answer = await client.GetAsync("x");
        var text = await answer.Content.ReadAsStringAsync();
        text.Parsed(); // -> Setup.cs::Extensions.Parsed
    }

    void Queries(List<Item> items)
    {
        items.AsQueryable().Where(i => true).Paged(); // -> Setup.cs::Extensions.Paged
        Told(i => i.Sell()); // -> ::App.Told, ::Item.Sell
    }

    void Told(Expression<Action<Item>> what) { }

    void Doubles()
    {
        var cart = new Mock<ICart>();
        cart.Setup(c => c.Find("a")).Returns(new Item()); // -> ::ICart.Find, ::Item
        cart.Object.Find("a").Sell(); // -> ::ICart.Find, ::Item.Sell
        var other = Substitute.For<ICart>();
        other.Find("b"); // -> ::ICart.Find
        other.Received(1).Find("b"); // -> ::ICart.Find
        other.Renamed(1).Find("b"); // -> nothing
    }

    // A method group has as many parameters as the delegate.
    void Groups()
    {
        Run(Once, 1); // -> ::App.Run(Func,int)
        Run(Twice, 1); // -> ::App.Run(Func,T)
    }

    int Once(int a) => a;

    int Twice(int a, int b) => b;

    void Run(Func<int, int> f, int a) { }

    void Run<T>(Func<T, int, int> f, T a) { }

    // No type argument lives on the stack.
    void Spans(Span<object> span)
    {
        Write(span); // -> ::App.Write(ReadOnlySpan)
        Write("a"); // -> ::App.Write(T)
    }

    void Many(Item a, Item b, Item[] all)
    {
        Push(a); // -> ::App.Push(Item)
        Push(a, b); // -> ::App.Push(ReadOnlySpan[])
        Push(all); // -> ::App.Push(Item[])
    }

    void Push(Item one) { }

    void Push(params Item[] all) { }

    void Push(params ReadOnlySpan<Item> all) { }

    void Write<T>(T one) { }

    void Write(ReadOnlySpan<object> all) { }
}

class Store
{
    public ICart Open() => null;
}
