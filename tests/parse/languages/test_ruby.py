"""What one Ruby file states: declarations, types, bindings, imports, calls."""

from __future__ import annotations

from tests.parse.languages.reading import Reader, declared, one, shown

READER = Reader("ruby")
read, calls, bound, imported = READER.read, READER.calls, READER.bound, READER.imported


def test_classes_modules_and_methods():
    facts = read(
        """
        module Shop
          LIMIT = 1
          # A cart.
          class Cart < Base::Thing
            include Comparable, Sums
            extend Making
            prepend Logging
            attr_reader :items
            attr_accessor :size
            alias_method :length, :size
            alias count size
            def initialize(a, b = 2, *rest, key:, opt: 3, **more, &block); end
            def self.make(x) = new(x)
            class << self
              def open; end
              private
              def hidden; end
            end
            def [](i); end
            def size=(n); end
            define_method(:dynamic) { |x| x }
            private
            def secret; end
            public def shown; end
            protected
            def guarded; end
            private :items
            module_function
            def helper; end
          end
          class A::B; end
          Point = Struct.new(:x, :y) do
            def norm; end
          end
          Failure = Class.new(StandardError)
        end
        def top; end
        """
    )
    assert declared(facts) == {
        "Shop": "module",
        "Shop.LIMIT": "constant",
        "Shop.Cart": "class",
        "Shop.Cart.items": "method",
        "Shop.Cart.size": "method",
        "Shop.Cart.size=(_)": "method",
        "Shop.Cart.size=()": "method",
        "Shop.Cart.length": "method",
        "Shop.Cart.count": "method",
        "Shop.Cart.initialize": "method",
        "Shop.Cart.make": "method",
        "Shop.Cart.open": "method",
        "Shop.Cart.hidden": "method",
        "Shop.Cart.[]": "method",
        "Shop.Cart.dynamic": "method",
        "Shop.Cart.secret": "method",
        "Shop.Cart.shown": "method",
        "Shop.Cart.guarded": "method",
        "Shop.Cart.helper": "method",
        "Shop.A.B": "class",
        "Shop.Point": "class",
        "Shop.Point.norm": "method",
        "Shop.Failure": "class",
        "top": "function",
    }
    assert [(how, shown(facts, base)) for how, base in one(facts, "Shop.Cart").bases] == [
        ("extends", "MEMBER:Thing(NAME:Base)"),
        ("mixes", "NAME:Comparable"),
        ("mixes", "NAME:Sums"),
        ("extend", "NAME:Making"),
        ("prepends", "NAME:Logging"),
    ]
    attributes = {s.rpartition(".")[2]: one(facts, s).attributes for s in declared(facts)}
    assert attributes["make"] == ("exported", "static")
    assert attributes["open"] == ("exported", "static")
    assert attributes["hidden"] == ("private", "static")
    assert attributes["secret"] == ("private",)
    assert attributes["shown"] == ("exported",)
    assert attributes["guarded"] == ("protected",)
    assert attributes["items"] == ("attr", "private")
    assert attributes["helper"] == ("exported", "module_function", "static")
    assert attributes["length"] == ("alias", "exported")
    assert one(facts, "Shop.Cart").doc == "A cart."
    assert [(p.name, p.flags) for p in one(facts, "Shop.Cart.initialize").parameters] == [
        ("a", ""),
        ("b", ""),
        ("rest", "variadic"),
        ("key", "keyword"),
        ("opt", "keyword"),
        ("more", "mapping"),
        ("block", "block"),
    ]


def test_a_class_that_is_reopened_in_one_file_is_one_node():
    facts = read(
        "class A::B\n def m; end\n class << self\n  def k; end\n end\nend\nclass A::B\n def n; end\nend\n"
    )
    assert declared(facts) == {"A.B": "class", "A.B.m": "method", "A.B.k": "method", "A.B.n": "method"}
    assert one(facts, "A.B.k").attributes == ("exported", "static")


def test_bare_words_are_calls_unless_they_are_local():
    assert calls(
        """
        def f(given)
          first
          local = second
          local
          given.go { |item| item + third }
          list.each { |x| local; x }
          return fourth if fifth?
          a, b = pair
          a + b
          super
        end
        """
    ) == [
        "CALL(NAME:first)",
        "CALL(NAME:second)",
        "CALL(MEMBER:go(NAME:given))",
        "CALL(NAME:third)",
        "CALL(MEMBER:each(NAME:list))",
        "CALL(NAME:list)",
        "CALL(NAME:fourth)",
        "CALL(NAME:fifth?)",
        "CALL(NAME:pair)",
        "CALL(NAME:super)",
    ]


def test_requires_and_autoloads():
    assert imported(
        """
        require 'set'
        require_relative "../lib/x"
        autoload :Foo, "foo/bar"
        require File.join(x, "y")
        """
    ) == [
        ("set", "", "", "require"),
        ("../lib/x", "", "", "require_relative"),
        ("foo/bar", "Foo", "Foo", "autoload"),
    ]


def test_assignments_returns_and_constructed_values():
    facts = read(
        """
        class A
          def initialize(b)
            @b = b
            @c ||= C.new
            @d, @e = D.new, b
          end
          def made
            x = A::B.new(1)
            x.name = 2
            x
          end
        end
        """
    )
    found = sorted(facts.assignments, key=lambda a: a.start)
    assert [(shown(facts, a.target), shown(facts, a.value)) for a in found] == [
        ("NAME:@b", "NAME:b"),
        ("NAME:@c", "CHOICE(NAME:@c, CALL(MEMBER:new(NAME:C)))"),
        ("NAME:@d", "CALL(MEMBER:new(NAME:D))"),
        ("NAME:@e", "NAME:b"),
        ("CALL(MEMBER:name(NAME:x))", "LITERAL:2"),
    ]
    assert [shown(facts, r.expression) for r in facts.returns][-1] == "NAME:x"
    assert [c.kind for c in facts.calls if "name" in shown(facts, c.expression)] == ["setter"]


def test_tests_are_known_by_their_base():
    facts = read(
        "class T < Minitest::Test\n def test_a; end\n def b; end\nend\nclass U\n def test_a; end\nend\n"
    )
    assert [s for s in declared(facts) if "test" in one(facts, s).attributes] == ["T.test_a"]


def test_a_syntax_error_costs_no_neighbour():
    facts = read("def a\n  x(1,\nend\n\ndef b\n  c\nend\n\nclass D\n  def e; end\nend\n")
    assert {"b", "D", "D.e"} <= set(declared(facts))
    assert [d.code for d in facts.diagnostics][:1] == ["parse-error"]


def test_spans_are_bytes():
    source = "# 🚀 é\ndef größe\n  '日本'\nend\ndef after; end\n"
    facts = read(source)
    for declaration in facts.declarations:
        text = source.encode()[declaration.start : declaration.end].decode()
        assert text.startswith("def " + declaration.name)


def test_a_signature_is_without_comments():
    text = "def one # :nodoc:\n  1\nend\ndef two(a, b = '#') # why\n  # first\n  # more\n  a\nend\n"
    assert [one.signature for one in read(text).declarations] == ["def one", "def two(a, b = '#')"]


def test_a_signature_ends_before_the_body_or_what_stands_for_it():
    text = "def one; end\ndef two(a)\nend\ndef self.three\nend\ndef four(a) = a\ndelegate :five, to: :one\n"
    signatures = [declared_.signature for declared_ in read(text).declarations]
    assert sorted(signatures) == [
        "def four(a)",
        "def one",
        "def self.three",
        "def two(a)",
        "delegate :five, to: :one",
    ]
