"""What one PHP file states: declarations, types, bindings, imports, calls."""

from __future__ import annotations

from tests.parse.languages.reading import Reader, declared, one, shown

READER = Reader("php")
read, calls, bound, imported = READER.read, READER.calls, READER.bound, READER.imported


def test_types_members_and_modifiers():
    facts = read(
        """<?php
        namespace App\\Shop;
        abstract class Cart extends Base implements Sized, \\Countable {
            use Logs, Sums { Logs::log as protected note; }
            public const LIMIT = 1, MORE = 2;
            private ?Item $first = null;
            protected static array $all = [];
            public function __construct(private readonly Store $store, protected int $size = 1) {}
            abstract protected function close(): ?self;
            public static function make(Item ...$items): static { return new static(...$items); }
        }
        interface Sized extends Counted { const ZERO = 0; function size(): int; }
        trait Logs { function log() {} }
        enum Suit: string implements Labelled { case Hearts = 'H'; const Wild = self::Hearts; }
        function total(Cart $cart, int ...$more): ?Item { return null; }
        define('EDITION', 3);
        const TOP = 1;
        if (true) { function polyfill() {} }
        """
    )
    assert facts.package == "App\\Shop"
    assert declared(facts) == {
        "Cart": "class",
        "Cart.LIMIT": "constant",
        "Cart.MORE": "constant",
        "Cart.$first": "field",
        "Cart.$all": "field",
        "Cart.__construct": "method",
        "Cart.$store": "field",
        "Cart.$size": "field",
        "Cart.close": "method",
        "Cart.make": "method",
        "Sized": "interface",
        "Sized.ZERO": "constant",
        "Sized.size": "method",
        "Logs": "trait",
        "Logs.log": "method",
        "Suit": "enum",
        "Suit.Hearts": "constant",
        "Suit.Wild": "constant",
        "total": "function",
        "EDITION": "constant",
        "TOP": "constant",
        "polyfill": "function",
    }
    bases = [(how, shown(facts, base)) for how, base in one(facts, "Cart").bases]
    assert bases == [
        ("extends", "NAME:Base"),
        ("implements", "NAME:Sized"),
        ("implements", "NAME:\\Countable"),
        ("mixes", "NAME:Logs"),
        ("mixes", "NAME:Sums"),
        ("alias", "KEYWORD:note(MEMBER:log(NAME:Logs))"),
    ]
    assert one(facts, "Cart").attributes == ("abstract", "exported")
    assert one(facts, "Cart.make").attributes == ("exported", "static")
    assert one(facts, "Cart.close").attributes == ("abstract", "protected")
    assert one(facts, "Sized.size").attributes == ("abstract", "exported")
    assert one(facts, "Cart.$store").attributes == ("private", "promoted", "readonly")
    assert shown(facts, one(facts, "Cart.$first").type) == "OPTIONAL(NAME:Item)"
    assert [shown(facts, r) for r in one(facts, "total").results] == ["OPTIONAL(NAME:Item)"]


def test_uses_groups_functions_and_includes():
    assert imported(
        """<?php
        namespace App;
        use Foo\\Bar;
        use Foo\\{Baz, Deep\\Qux as Q, function f1, const C1};
        use function Foo\\helper as h;
        require_once __DIR__ . '/x.php';
        include dirname(__DIR__) . '/y.php';
        require 'plain.php';
        require $computed;
        """
    ) == [
        ("App", "", "", "namespace"),
        ("Foo\\Bar", "", "Bar", ""),
        ("Foo\\Baz", "", "Baz", ""),
        ("Foo\\Deep\\Qux", "", "Q", ""),
        ("Foo\\f1", "", "f1", "function"),
        ("Foo\\C1", "", "C1", "const"),
        ("Foo\\helper", "", "h", "function"),
        ("./x.php", "", "", "include"),
        ("../y.php", "", "", "include"),
        ("plain.php", "", "", "include"),
    ]


def test_comments_type_what_is_not_declared():
    facts = read(
        """<?php
        class Cart {
            /** @var array<int, Item> */
            private array $items;
            /** @var Store|null where it comes from */
            private $store;
            /**
             * @param Item[] $items what to buy
             * @param callable(Item): bool $when
             * @param int<0, max> $n
             * @return $this
             * @deprecated
             */
            function add(array $items, $when, $n, Item $typed) { }
            /** @return \\Generator<int, Item> */
            function all(): iterable { }
        }
        """
    )
    assert shown(facts, one(facts, "Cart.$items").type) == "MAP(NAME:int, NAME:Item)"
    assert shown(facts, one(facts, "Cart.$store").type) == "UNION(NAME:Store, NAME:null)"
    add = one(facts, "Cart.add")
    assert [(p.name, shown(facts, p.type)) for p in add.parameters] == [
        ("$items", "ARRAY(NAME:Item)"),
        ("$when", "FUNC_TYPE(NAME:bool, NAME:Item)"),
        ("$n", "APPLY(NAME:int, NAME:int, NAME:max)"),
        ("$typed", "NAME:Item"),
    ]
    assert [shown(facts, r) for r in add.results] == ["NAME:static"]
    assert "deprecated" in add.attributes
    assert [shown(facts, r) for r in one(facts, "Cart.all").results] == [
        "APPLY(NAME:\\Generator, NAME:int, NAME:Item)"
    ]
    assert {b.name: shown(facts, b.type) for b in facts.bindings}["$items"] == "ARRAY(NAME:Item)"


def test_names_are_bound_by_assignments_loops_and_closures():
    names = bound(
        """<?php
        function f(Cart $cart) {
            $a = $cart->first()?->item;
            [$b, , $c] = pair();
            foreach ($cart->items as $k => $v) { }
            try { } catch (A | \\B $e) { }
            $g = function (Item $i) use ($a, &$b): Item { return $i; };
            $h = fn(Item $j) => $j->cost();
            $d ??= new Item;
            $t = $a ?: $b;
            /** @var Item $noted */
            $noted = magic();
        }
        """
    )
    assert names == {
        "$cart": "NAME:Cart",
        "$a": "-",
        "$b": "-",
        "$c": "PART:2(CALL(NAME:pair))",
        "$k": "KEY(MEMBER:$items(NAME:$cart))",
        "$v": "ELEMENT(MEMBER:$items(NAME:$cart))",
        "$e": "UNION(NAME:A, NAME:\\B)",
        "$g": "FUNC",
        "$i": "NAME:Item",
        "$h": "FUNC",
        "$j": "NAME:Item",
        "$d": "CHOICE(NAME:$d, NEW(NAME:Item))",
        "$t": "CHOICE(NAME:$a, NAME:$b)",
        "$noted": "NAME:Item",
    }


def test_calls_of_every_form():
    assert calls(
        """<?php
        $x->go(1)->then(fn() => 2);
        ($this->handler)($x);
        self::make(); static::make(); parent::__construct(); \\A\\B::c(); $x::d();
        new Foo(1); new class($y) extends Foo { };
        f(name: $z); \\strlen('a'); $f(); $x->$dynamic();
        echo "{$x->inside()}";
        """
    ) == [
        "CALL(MEMBER:go(NAME:$x), LITERAL:1)",
        "CALL(MEMBER:then(CALL(MEMBER:go(NAME:$x), LITERAL:1)), FUNC)",
        "CALL(MEMBER:$handler(NAME:$this), NAME:$x)",
        "CALL(MEMBER:make(NAME:self))",
        "CALL(MEMBER:make(NAME:static))",
        "CALL(MEMBER:__construct(NAME:parent))",
        "CALL(MEMBER:c(NAME:\\A\\B))",
        "CALL(MEMBER:d(NAME:$x))",
        "NEW(NAME:Foo, LITERAL:1)",
        "NEW(OBJECT, NAME:$y)",
        "CALL(NAME:f, NAME:$z)",
        "CALL(NAME:\\strlen, LITERAL:'a')",
        "CALL(NAME:$f)",
        "CALL(MEMBER:$dynamic(NAME:$x))",
        "CALL(MEMBER:inside(NAME:$x))",
    ]


def test_instanceof_narrows_where_it_holds():
    source = """<?php
    function f($x, $y) {
        if ($x instanceof A && $x->one()) { $x->two(); } else { $x->three(); }
        if (!$y instanceof B) { return; }
        $y->four();
    }
    """
    facts = read(source)
    narrowed = {(b.name, facts.scopes[b.scope].start) for b in facts.bindings if b.kind == "narrow"}
    inside = [
        (name, source[start : facts.scopes[[s.start for s in facts.scopes].index(start)].end])
        for name, start in sorted(narrowed)
    ]
    assert [name for name, _ in inside] == ["$x", "$x", "$y"]
    assert any("one()" in text and "two" not in text for name, text in inside)
    assert any("two()" in text and "three" not in text for name, text in inside)
    assert any("four()" in text for name, text in inside if name == "$y")


def test_a_syntax_error_costs_no_neighbour():
    facts = read(
        "<?php\nfunction a() { return (1 + }\n\nfunction b() { c(); }\n\nclass D { function e() {} }\n"
    )
    assert {"b", "D", "D.e"} <= set(declared(facts))
    assert [d.code for d in facts.diagnostics][:1] == ["parse-error"]


def test_spans_are_bytes_also_between_html():
    source = "<p>🚀 é</p>\n<?php function größe() { return '日本'; } ?>\n<b/>\n<?php function after() {}\n"
    facts = read(source)
    for declaration in facts.declarations:
        text = source.encode()[declaration.start : declaration.end].decode()
        assert text.startswith("function " + declaration.name)


def test_blanks_behind_what_a_comment_or_an_include_begins_with():
    """Each blank is looked at once: in all ways parted, so many would take hours."""
    blanks = " " * 400_000
    found = read(
        f"<?php\n/** @param Shop{blanks}\n */\nfunction a($b) {{}}\ninclude __DIR__{blanks}. name();\n"
    )
    assert [one.name for one in found.declarations if one.kind == "function"] == ["a"]
    assert not found.imports
    assert [one.module for one in read("<?php include __DIR__ . '/a.php';").imports] == ["./a.php"]
