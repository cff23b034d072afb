"""What can be done with types alone: unions, substitution, inference."""

from __future__ import annotations

from xray_graph.resolve.languages.javascript import values

T, U = ("P", "m.ts::f<T", None), ("P", "m.ts::f<U", None)
A, B = ("N", "a.ts", "A", ()), ("N", "a.ts", "B", ())
KEYS = frozenset({T[1], U[1]})


def inferred(parameter, argument):
    found: dict = {}
    values.infer(parameter, argument, found, KEYS)
    return found


def test_unions_are_flat_and_each_once():
    assert values.union([A, None, ("U", (B, A)), A]) == ("U", (A, B))
    assert values.union([A, A]) == A
    assert values.union([None]) is None
    assert values.without_nothing(("U", (A, ("B", "null")))) == A
    assert values.parts(("B", "void")) == ()


def test_substitution_reaches_everywhere():
    known = {T[1]: A}
    boxed = ("N", "b.ts", "Box", (T, U))
    assert values.substitute(boxed, known) == ("N", "b.ts", "Box", (A, U))
    function = ("FT", ((T, "", "x"),), ("X", "Promise", (T,)), "")
    assert values.substitute(function, known) == ("FT", ((A, "", "x"),), ("X", "Promise", (A,)), "")
    assert values.substitute(("U", (T, A)), known) == A
    assert values.substitute(("THIS",), {"this": B}) == B
    assert values.substitute(("O", "a.ts", "o", ()), known) == ("O", "a.ts", "o", ((T[1], A),))


def test_substitution_of_what_nests_without_end_ends():
    deep = T
    for _ in range(50):
        deep = ("A", deep)
    values.substitute(deep, {T[1]: A})
    values.infer(deep, deep, {}, KEYS)
    assert values.mentions(deep) in (True, False)


def test_inference():
    assert inferred(T, A) == {T[1]: A}
    assert inferred(("A", T), ("T", (A, B))) == {T[1]: ("U", (A, B))}
    assert inferred(("U", (T, ("B", "null"))), A) == {T[1]: A}
    assert inferred(("X", "Promise", (T,)), ("X", "Promise", (A,))) == {T[1]: A}
    assert inferred(("N", "b.ts", "Box", (T,)), ("N", "b.ts", "Box", (A,))) == {T[1]: A}
    assert inferred(("N", "b.ts", "Box", (T,)), ("N", "c.ts", "Box", (A,))) == {}
    assert inferred(("FT", ((T, "", ""),), U, ""), ("FT", ((A, "", ""),), B, "")) == {T[1]: A, U[1]: B}
    assert inferred(("X", "Iterable", (T,)), ("A", A)) == {T[1]: A}


def test_promises():
    assert values.promised(values.promise(A)) == A
    assert values.promise(values.promise(A)) == values.promise(A)
    assert values.promised(("U", (values.promise(A), B))) == ("U", (A, B))


def test_a_function_like_another_is_not_that_one():
    function = ("F", "a.ts", "f", ())
    assert values.like(function) == ("Y", function)
    assert values.like(A) == A
