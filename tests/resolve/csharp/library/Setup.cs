using System.Data;
using System.Data.Common;
using System.Linq;
using Microsoft.Extensions.DependencyInjection;

namespace Shop.Setup;

static class Extensions
{
    public static IServiceCollection AddShop(this IServiceCollection services) => services;

    public static int Ask(this IDbConnection connection, int what) => what;

    public static int Ask(this DbConnection connection, int what) => what;

    public static void Open(this IDbConnection connection) { }

    public static Item Parsed(this string text) => null;

    public static void Paged(this IQueryable<Item> items) { }
}
