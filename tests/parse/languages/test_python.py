"""What a Python file is read as: declarations, names and the blocks they are bound in, calls, imports, types."""

from __future__ import annotations

import pytest

from xray_graph.graph.ids import symbols
from xray_graph.model import FileFacts, Op
from xray_graph.parse.extract import extract

NAMES = {int(number): name for name, number in vars(Op).items() if isinstance(number, int)}


def read(text: str | bytes) -> FileFacts:
    return extract(text if isinstance(text, bytes) else text.encode(), "python")


def declared(facts: FileFacts):
    return dict(zip(symbols(facts), facts.declarations, strict=True))


def written(facts: FileFacts, index: int) -> str:
    """An expression in one line, for comparing."""
    if index < 0:
        return ""
    op, name, *parts = facts.expressions[index]
    inside = ", ".join(written(facts, part) for part in parts)
    text = facts.strings[name] if name >= 0 and op not in (Op.PART, Op.FUNC, Op.COMPREHENSION) else str(name)
    if op in (Op.NAME, Op.LITERAL):
        return text
    if op == Op.MEMBER:
        return f"{inside}.{text}"
    if op == Op.CALL:
        return f"{written(facts, parts[0])}({', '.join(written(facts, part) for part in parts[1:])})"
    named = name >= 0 or op == Op.PART
    return f"{NAMES[op]}({', '.join(filter(None, [text if named else '', inside]))})"


def bound(facts: FileFacts, name: str):
    return [
        (b.kind, written(facts, b.type), written(facts, b.value)) for b in facts.bindings if b.name == name
    ]


def test_declarations_nest_and_know_their_places():
    facts = read(
        '@once\n@app.route("/")\nasync def index(a, b: int = 1):\n    """What it does."""\n'
        "    def inner(): pass\n\nclass Cart(Base, mod.Other[int], metaclass=Meta):\n    size: int = 0\n\n"
        "    def add(self): pass\n"
    )
    found = declared(facts)
    index = found["index"]
    assert (index.kind, index.line, index.name_line, index.end_line) == ("function", 1, 3, 5)
    assert index.doc == "What it does."
    assert index.signature == "async def index(a, b: int = 1)"
    assert [written(facts, d) for d in index.decorators] == ["once", 'app.route("/")']
    assert [(p.name, written(facts, p.type), written(facts, p.default)) for p in index.parameters] == [
        ("a", "", ""),
        ("b", "int", "1"),
    ]
    assert found["index.inner"].kind == "function"
    assert [(how, written(facts, base)) for how, base in found["Cart"].bases] == [
        ("extends", "Base"),
        ("extends", "INDEX(mod.Other, int)"),
        ("metaclass", "Meta"),
    ]
    assert (found["Cart.size"].kind, found["Cart.add"].kind) == ("field", "method")


def test_a_signature_is_without_comments():
    text = 'def f(\n    a=1,  # how many\n    b="#",\n) -> int:  # not none\n    # first\n    return a\n'
    assert read(text).declarations[0].signature == 'def f( a=1, b="#", ) -> int'


@pytest.mark.parametrize(
    ("source", "symbol", "attributes"),
    [
        ("def f(): pass", "f", {"exported"}),
        ("def _f(): pass", "_f", set()),
        ("class C:\n    def __init__(self): pass", "C.__init__", {"exported"}),
        ("async def f(): pass", "f", {"exported", "async"}),
        ("class C:\n    @staticmethod\n    def f(): pass", "C.f", {"exported", "static"}),
        ("class C:\n    @classmethod\n    def f(cls): pass", "C.f", {"exported", "classmethod"}),
        ("class C:\n    @functools.cached_property\n    def f(self): pass", "C.f", {"exported", "property"}),
        ("class C:\n    @abc.abstractmethod\n    def f(self): pass", "C.f", {"exported", "abstract"}),
        ("class C:\n    def f(self):\n        raise NotImplementedError", "C.f", {"exported", "abstract"}),
        ("@t.overload\ndef f(a): ...", "f", {"exported", "overload"}),
        ("class P(Protocol[T]): pass", "P", {"exported", "protocol", "abstract"}),
        ("@dataclass(frozen=True)\nclass C: pass", "C", {"exported", "dataclass"}),
        ("def test_it(): pass", "test_it", {"exported", "test"}),
        ("class TestCart:\n    def test_add(self): pass", "TestCart.test_add", {"exported", "test"}),
        ("class Cart:\n    def test_add(self): pass", "Cart.test_add", {"exported"}),
        ("@pytest.fixture()\ndef cart(): pass", "cart", {"exported", "fixture"}),
    ],
)
def test_attributes(source, symbol, attributes):
    assert set(declared(read(source))[symbol].attributes) == attributes


def test_kinds_beyond_functions_and_classes():
    facts = read(
        "class Color(enum.Enum):\n    RED = 1\ntype Pair[T] = tuple[T, T]\nMAX_SIZE = 3\nhandler = lambda x: x\n"
        "a, b = 1, 2\nif a:\n    MODE = 1\nelse:\n    MODE = 2\n"
    )
    found = declared(facts)
    kinds = {name: found[name].kind for name in ("Color", "Pair", "MAX_SIZE", "handler", "a", "MODE")}
    assert kinds == {
        "Color": "enum",
        "Pair": "type",
        "MAX_SIZE": "constant",
        "handler": "function",
        "a": "variable",
        "MODE": "constant",
    }
    assert [p.name for p in found["handler"].parameters] == ["x"]


def test_parameters_of_every_shape():
    facts = read("def f(a, /, b: int, *args: Item, c: str = 'x', **rest: Item): pass")
    one = declared(facts)["f"]
    assert [(p.name, p.flags, written(facts, p.type)) for p in one.parameters] == [
        ("a", "", ""),
        ("/", "separator", ""),
        ("b", "", "int"),
        ("args", "variadic", "VARIADIC(Item)"),
        ("c", "", "str"),
        ("rest", "mapping", "MAP(, Item)"),
    ]


def test_types_in_quotes_are_types():
    facts = read("def f(a: 'pkg.Cart', b: list['Item | None'], c: 'not a type!') -> 'Cart': pass")
    one = declared(facts)["f"]
    assert [written(facts, p.type) for p in one.parameters] == [
        "pkg.Cart",
        "APPLY(list, BINARY(|, Item, none))",
        "'not a type!'",
    ]
    assert [written(facts, r) for r in one.results] == ["Cart"]


def test_a_default_an_annotation_and_a_base_stand_outside():
    facts = read("def f(a=make()): return a\nclass C(base()): x = make()\ng = lambda y=make(): y\n")
    owners = [facts.scopes[call.scope].declaration for call in facts.calls]
    names = [facts.declarations[i].name if i >= 0 else "" for i in owners]
    assert names == ["", "", "C", ""]


def test_names_are_bound_where_they_are():
    facts = read(
        "def f(items):\n    for k, v in items.pairs(): pass\n    with open(p) as (h, g), lock: pass\n"
        "    try: pass\n    except (A, B) as e: pass\n    first, *rest, last = items\n    if (n := size()): pass\n"
        "    global total\n    total = [x for x in items if x]\n"
    )
    assert bound(facts, "v") == [("loop", "", "PART(1, ELEMENT(items.pairs()))")]
    assert bound(facts, "h") == [("local", "", "PART(0, ENTER(open(p)))")]
    assert bound(facts, "e") == [("catch", "SEQUENCE(tuple, A, B)", "")]
    assert bound(facts, "rest") == [("local", "", "SLICE(1:-1, items)")]
    assert bound(facts, "last") == [("local", "", "PART(-1, items)")]
    assert bound(facts, "n") == [("local", "", "size()")]
    assert bound(facts, "x") == [("comprehension", "", "ELEMENT(items)")]
    assert ("global", "", "") in bound(facts, "total")


def narrowed(body: str) -> list[tuple[str, str, str, str]]:
    text = f"def f(x, y):\n    {body}\n"
    facts = read(text)
    data = text.encode()
    rows = [b for b in facts.bindings if b.kind in ("narrow", "exclude", "narrow-class")]
    return [
        (
            b.kind,
            b.name,
            written(facts, b.type),
            " ".join(data[facts.scopes[b.scope].start : facts.scopes[b.scope].end].decode().split()),
        )
        for b in rows
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if isinstance(x, A): use(x)", [("narrow", "x", "A", "use(x)")]),
        (
            "if not isinstance(x, A): return\n    use(x)",
            [("exclude", "x", "A", "return"), ("narrow", "x", "A", "use(x)")],
        ),
        ("assert isinstance(x.y, A)\n    use(x)", [("narrow", "x.y", "A", "use(x)")]),
        ("return isinstance(x, A) and x.go()", [("narrow", "x", "A", "x.go()")]),
        ("return not isinstance(x, A) or x.go()", [("narrow", "x", "A", "x.go()")]),
        (
            "return x.a if isinstance(x, A) else x.b",
            [("narrow", "x", "A", "x.a"), ("exclude", "x", "A", "x.b")],
        ),
        ("if issubclass(x, A): use(x)", [("narrow-class", "x", "A", "use(x)")]),
        ("if isinstance(x, A) or y: use(x)", [("exclude", "x", "A", "y")]),
        ("return [i.go() for i in x if isinstance(i, A)]", [("narrow", "i", "A", "i.go()")]),
        ("match x:\n        case A(): use(x)", [("narrow", "x", "A", "use(x)")]),
    ],
)
def test_where_a_test_holds_and_where_it_fails(body, expected):
    assert narrowed(body) == expected


def test_imports_bind_what_they_say():
    facts = read(
        "import a.b\nimport c.d as e\nfrom . import f\nfrom ..g.h import i as j, k\nfrom m import *\n"
        "def f():\n    from n import o\n"
    )
    assert [(i.module, i.name, i.alias, bool(i.scope)) for i in facts.imports] == [
        ("a.b", "", "", False),
        ("c.d", "", "e", False),
        (".", "f", "f", False),
        ("..g.h", "i", "j", False),
        ("..g.h", "k", "k", False),
        ("m", "*", "", False),
        ("n", "o", "o", True),
    ]


def test_exports_are_the_words_of_all():
    facts = read('__all__ = ["a", "b"] + core.__all__\n__all__ += ("c",)\n')
    assert [(e.name, written(facts, e.expression)) for e in facts.exports if e.name] == [
        ("a", "a"),
        ("b", "b"),
        ("*", "core.__all__"),
        ("c", "c"),
    ]
    facts = read('__all__ = sorted(["a", C.__name__])\n__all__.append("b")\n__all__.extend(more())\n')
    assert [e.name for e in facts.exports if e.name] == ["a", "C", "b", "*"]


def test_members_are_assigned_and_read():
    facts = read(
        "class C:\n    def __init__(self, a):\n        self.a: Item = a\n        self.b, self.c = make()\n"
        "        with lock() as self.d: pass\n        return self.a.size\n"
    )
    assert [
        (written(facts, a.target), written(facts, a.type), written(facts, a.value)) for a in facts.assignments
    ] == [
        ("self.a", "Item", "a"),
        ("self.b", "", "PART(0, make())"),
        ("self.c", "", "PART(1, make())"),
        ("self.d", "", "ENTER(lock())"),
    ]
    assert [written(facts, r.expression) for r in facts.references] == ["self.a.size", "self.a"]


def test_returns_and_yields():
    facts = read("def f():\n    yield a\n    yield from b()\n    return c\ng = lambda: d\n")
    assert sorted((r.kind, written(facts, r.expression)) for r in facts.returns) == [
        ("delegate", "b()"),
        ("return", "c"),
        ("return", "d"),
        ("yield", "a"),
    ]


@pytest.mark.parametrize("begin", ["x = (", "def f():\n  x = ("])
def test_a_call_stands_on_the_line_of_its_name(begin):
    facts = read(f"{begin}cart\n    .add(1)\n    .total())\n")
    line = begin.count("\n")
    assert [(c.line - line, written(facts, c.expression)) for c in facts.calls] == [
        (2, "cart.add(1)"),
        (3, "cart.add(1).total()"),
    ]
    assert facts.references == ()  # a member that is called is not read


def test_a_member_is_an_expression_of_its_own_wherever_it_stands():
    facts = read("f(a.b, a.b, g().b, g().b)\n")
    (f,) = [c for c in facts.calls if written(facts, c.expression).startswith("f")]
    given = facts.expressions[f.expression][3:]
    assert [written(facts, one) for one in given] == ["a.b", "a.b", "g().b", "g().b"]
    assert len(set(given)) == 4


def test_a_statement_is_read_wherever_its_text_stands():
    facts = read('run("select a from b ")\nrun("c")\nrun("select a from b ")\nrun("c")\n')
    assert [(one.line, one.tables) for one in facts.statements] == [(1, ("b",)), (3, ("b",))]


def test_a_syntax_error_leaves_the_rest():
    facts = read("def a():\n    return (1 +\n\ndef b():\n    pass\n\nclass C:\n    def m(self): pass\n")
    assert {"b", "C", "C.m"} <= set(declared(facts))
    assert any(d.code == "parse-error" for d in facts.diagnostics)


def test_a_bad_byte_in_a_name_makes_no_shorter_name():
    facts = read(b"def al\xffpha():\n  pass\ndef beta():\n  pass\n")
    assert [d.name for d in facts.declarations] == ["beta"]
    assert facts.diagnostics


@pytest.mark.parametrize(
    "source",
    [
        b"x = " + b"(" * 5000 + b"1" + b")" * 5000,
        b"x = " + b"+".join([b"1"] * 20000),
        b"x = " + b"[" * 3000 + b"]" * 3000,
        b"x = A()" + b".f()" * 3000,
        b"".join(b"@d\n" for _ in range(500)) + b"def last(): pass",
    ],
    ids=["brackets", "sum", "lists", "chain", "decorators"],
)
def test_deep_files_are_read(source):
    assert "f" in declared(read(source + b"\ndef f(): pass\n"))


def test_the_doc_is_the_docstring_or_the_comment_above():
    facts = read(
        '#!/usr/bin/env python\n"""The module."""\n\n# Adds.\ndef f(): pass\n\ndef g():\n    # no\n    """Takes."""\n'
    )
    found = declared(facts)
    assert (facts.doc, found["f"].doc, found["g"].doc) == ("The module.", "Adds.", "Takes.")
