using System;
using System.Collections.Generic;

namespace Shop
{
    public delegate void Told(string what);

    public interface IHasWidth
    {
        int? Width { get; set; }
    }

    public class Table : IHasWidth
    {
        public int? Width { get; set; }

        public List<string> Columns { get; } = new();

        public string Title { get; set; }

        public Told Tell { get; set; }

        public Action<string> Say { get; set; }

        public EventHandler Turned;

        public Outside.Thing Other { get; set; }

        public int[] Sizes { get; set; }

        public void Row(Page page) { }

        public void Put(object one) { }
    }

    public class Page
    {
        public int Lines { get; set; }
    }

    public static class TableExtensions
    {
        public static Table Columns(this Table table, params string[] names) => table;

        public static Table Title(this Table table, string title) => table;

        public static Table Tell(this Table table, string title) => table;

        public static Table Say(this Table table, string title) => table;

        public static Table Turned(this Table table, object sender, EventArgs what) => table;

        public static Table Other(this Table table) => table;

        public static Table Sizes(this Table table, params int[] sizes) => table;

        public static void Row(this Table table, string text) => table.Row(new Page()); // -> ::Table.Row, ::Page

        public static void Put(this Table table, string text) { }

        public static Page Lines(this Page page, int lines) => page;
    }

    // What a type parameter must be decides whether a receiver is taken.
    public static class WidthExtensions
    {
        public static T Width<T>(this T one, int? width) where T : class, IHasWidth => one;
    }
}

namespace Shop.Testing
{
    public static class PageExtensions
    {
        public static Shop.Page Width(this Shop.Page page, int width) => page;
    }
}

namespace Shop.Tests
{
    using Shop.Testing;

    class Use
    {
        void All(Table table, Page page)
        {
            table.Columns("a").Title("b").Columns(); // -> ::TableExtensions.Columns, ::TableExtensions.Title
            table.Width(1).Title("b"); // -> ::WidthExtensions.Width, ::TableExtensions.Title
            page.Width(1).Lines(2); // -> ::PageExtensions.Width, ::TableExtensions.Lines
            table.Tell("a"); // -> nothing
            table.Say("a"); // -> nothing
            table.Turned(this, null); // -> nothing
            table.Other(); // -> nothing
            table.Row("a"); // -> ::TableExtensions.Row
            table.Row(page); // -> ::Table.Row
            table.Put("a"); // -> ::Table.Put
            table.Sizes(1, 2); // -> ::TableExtensions.Sizes
        }
    }
}
