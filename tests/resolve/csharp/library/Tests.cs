using System;
using System.Threading.Tasks;
using Lamar;
using Shouldly;
using Xunit;

namespace Shop;

class Refused : Exception
{
    public void Explain() { }
}

class Thrown
{
    async Task All(Container container, object some)
    {
        Assert.Throws<Refused>(() => { }).Explain(); // -> ::Refused.Explain
        var late = await Assert.ThrowsAsync<Refused>(async () => { });
        late.Explain(); // -> ::Refused.Explain
        Assert.IsType<Refused>(some).Explain(); // -> ::Refused.Explain
        Should.Throw<Refused>(() => { }).Explain(); // -> ::Refused.Explain
        container.GetInstance<ICart>().Find("a"); // -> App.cs::ICart.Find
        Assert.Throws(typeof(Refused), () => { }).Explain(); // -> nothing
    }
}
