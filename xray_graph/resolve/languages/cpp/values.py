"""C++ types as plain tuples, and what the standard library's types give, without looking anything up.

    ("C", path, symbol, args)  a class of the repository, with its template arguments
    ("E", path, symbol)        an enum of the repository
    ("X", name, args)          a class outside: "std.vector"; "" when not even its name is known
    ("B", name)                a built-in type
    ("P", t) ("A", t)          pointer, array
    ("F", result)              a function or a pointer to one
    ("V", name)                a template parameter
    ("D", t, name)             what is called `name` in a template parameter, or in another such type
    ("U", namespaces, name)    a class that is not seen where it is named, to be looked for where it is used
    ("T", t)                   an expression that is a type, no value
    ("K", t)                   a const t, inside pointers, results and arguments
    ("I", t)                   an iterator over t
    None                       unknown

References are left out. Called by `types`, `expressions` and `resolver`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Type: TypeAlias = "tuple[Any, ...] | None"
Environment: TypeAlias = "dict[str, Type]"

MAX_NESTING: Final = 12
WRAPPED: Final = frozenset({"P", "A", "F", "T", "I", "K"})  # heads with one type inside
OUTSIDE: Final[Type] = ("X", "", ())
BUILTIN: Final = frozenset(
    [
        *("void", "bool", "char", "short", "int", "long", "float", "double", "unsigned", "signed", "wchar_t"),
        *("char8_t", "char16_t", "char32_t", "size_t", "ssize_t", "ptrdiff_t", "nullptr_t", "intptr_t"),
        *(
            "uintptr_t",
            "int8_t",
            "int16_t",
            "int32_t",
            "int64_t",
            "uint8_t",
            "uint16_t",
            "uint32_t",
            "uint64_t",
        ),
    ]
)
CASTS: Final = frozenset(
    {
        "static_cast",
        "dynamic_cast",
        "const_cast",
        "reinterpret_cast",
        "static_pointer_cast",
        "dynamic_pointer_cast",
    }
)
# The standard's smart pointers, and its containers by what holds their elements.
_SMART: Final = frozenset({"std.unique_ptr", "std.shared_ptr", "std.weak_ptr", "std.optional", "std.atomic"})
_SEQUENCES: Final = frozenset(
    {
        *("std.vector", "std.deque", "std.list", "std.array", "std.set", "std.multiset", "std.unordered_set"),
        *(
            "std.forward_list",
            "std.queue",
            "std.stack",
            "std.priority_queue",
            "std.initializer_list",
            "std.span",
        ),
    }
)
_MAPS: Final = frozenset({"std.map", "std.multimap", "std.unordered_map", "std.unordered_multimap"})
# Types of C's library that nothing turns into.
OPAQUE: Final = frozenset({"FILE", "va_list", "DIR", "jmp_buf", "fpos_t", "time_t", "pthread_t", "lldiv_t"})
# Names of the library that are types where a call of theirs would tell nothing else.
TYPES_OUTSIDE: Final = (
    _SMART | _SEQUENCES | _MAPS | {"std.string", "std.wstring", "std.pair", "std.string_view"}
)
_ELEMENT: Final = frozenset({"front", "back", "at", "top", "operator[]", "emplace_back"})
_ITERATORS: Final = frozenset(
    {
        "begin",
        "end",
        "cbegin",
        "cend",
        "rbegin",
        "rend",
        "find",
        "lower_bound",
        "upper_bound",
        "erase",
        "insert",
    }
)
_STRING_RESULTS: Final = {
    "c_str": ("P", ("B", "char")),
    "data": ("P", ("B", "char")),
    "size": ("B", "size_t"),
}


_OPEN: Final = ("V", "D", "U")


def is_open(t: Any) -> bool:
    """Whether a type is what a template parameter stands for, or a member of such."""
    return t[0] in ("V", "D")


def bare(t: Type) -> Type:
    """A type without its pointers, arrays and const."""
    while t is not None and t[0] in ("P", "A", "K"):
        t = t[1]
    return t


def plain(t: Type) -> Type:
    """A type without const on the outside."""
    return t[1] if t is not None and t[0] == "K" else t


def loose(t: Type, depth: int = 0) -> Type:
    """A type without const anywhere."""
    if t is None or depth > MAX_NESTING:
        return t
    head = t[0]
    if head == "K":
        return loose(t[1], depth + 1)
    if head in ("C", "X") and t[-1]:
        return (*t[:-1], tuple(loose(a, depth + 1) for a in t[-1]))
    return (head, loose(t[1], depth + 1)) if head in WRAPPED else t


def substitute(t: Type, environment: Environment, depth: int = 0) -> Type:
    """`t` with its template parameters replaced; those without a value stay."""
    if t is None or not environment or depth > MAX_NESTING:
        return t
    head = t[0]
    if head == "V":
        return environment.get(t[1], t)
    if head == "C":
        return ("C", t[1], t[2], tuple(substitute(a, environment, depth + 1) for a in t[3])) if t[3] else t
    if head == "X":
        return ("X", t[1], tuple(substitute(a, environment, depth + 1) for a in t[2])) if t[2] else t
    if head in WRAPPED:
        return (head, substitute(t[1], environment, depth + 1))
    return ("D", substitute(t[1], environment, depth + 1), t[2]) if head == "D" else t


def pointed(t: Type) -> Type:
    """What `*t` is of a pointer, a smart pointer or an iterator; None where `t` is none of them."""
    t = plain(t)
    if t is None:
        return None
    if t[0] in ("P", "A", "I"):
        return t[1]
    if t[0] == "X" and t[1] in _SMART and t[2]:
        return t[2][0]
    return None


def element(t: Type) -> Type:
    """What a loop over `t` yields, and what `t[i]` is where it is the same."""
    t = plain(t)
    if t is None:
        return None
    if t[0] in ("A", "P"):
        return t[1]
    if t[0] == "X" and t[2]:
        if t[1] in _SEQUENCES:
            return t[2][0]
        if t[1] in _MAPS and len(t[2]) > 1:
            return ("X", "std.pair", t[2][:2])
    return OUTSIDE if t[0] == "X" else None


def indexed(t: Type) -> Type:
    """What `t[i]` is."""
    t = plain(t)
    if t is not None and t[0] == "X" and t[1] in _MAPS:
        return t[2][1] if len(t[2]) > 1 else None
    return element(t)


def outside_member(t: Any, name: str) -> Type:
    """The type of a member of a class outside: a field's, or ("F", result) of a function."""
    kind, args = t[1], t[2]
    if kind == "std.pair" and len(args) > 1 and name in ("first", "second"):
        return args[name == "second"]
    if kind in _SMART and args and name in ("get", "value", "load", "lock", "release"):
        return ("F", args[0] if name in ("value", "load") else t if name == "lock" else ("P", args[0]))
    if kind in _SEQUENCES | _MAPS:
        if name in _ELEMENT:
            return ("F", indexed(t) if name in ("at", "operator[]") else element(t))
        if name in _ITERATORS:
            return ("F", ("I", element(t)))
    if kind in ("std.string", "std.basic_string", "std.string_view") and name in _STRING_RESULTS:
        return ("F", _STRING_RESULTS[name])
    return ("F", OUTSIDE)


def made_by(name: str, args: tuple[Type, ...]) -> Type:
    """The result of a function template of the standard library."""
    if name in ("make_unique", "make_shared") and args:
        return ("X", f"std.{name[5:]}_ptr", args[:1])
    return OUTSIDE


# --- overloads --------------------------------------------------------------------------------------

EXACT, NEAR, USER, ELLIPSIS, IMPOSSIBLE = 4, 3, 2, 1, 0


def fit(parameter: Type, argument: Type) -> int | None:
    """How well an argument fits a parameter, None where that is unknown. Classes are not looked into."""
    parameter, argument = loose(parameter), loose(argument)
    if parameter is None or argument is None or is_open(parameter) or is_open(argument) or argument[0] == "T":
        return None
    p, a = parameter[0], argument[0]
    if (p == "X" and not parameter[1]) or (a == "X" and not argument[1]):
        return None
    if parameter == argument:
        return EXACT
    if argument == ("B", "nullptr"):
        return EXACT if p == "P" else USER if p in ("C", "X") else IMPOSSIBLE
    if p == "B" and a in ("B", "E"):
        return NEAR if parameter[1] != "void" else IMPOSSIBLE
    if p in ("P", "A") and a in ("P", "A"):
        return _pointers(parameter[1], argument[1])
    if p in ("C", "X"):
        if a == p == "C":
            return None
        return IMPOSSIBLE if p == "X" and parameter[1] in OPAQUE else USER
    return (
        USER if a in ("C", "X") else NEAR if (p, a) == ("B", "P") and parameter[1] == "bool" else IMPOSSIBLE
    )


def _pointers(parameter: Type, argument: Type) -> int | None:
    if parameter is None or argument is None or is_open(parameter) or is_open(argument):
        return None
    if parameter == argument:
        return EXACT
    if parameter == ("B", "void"):
        return NEAR
    open_ones = [t for t in (parameter, argument) if t[0] == "X" and not t[1]]
    return None if open_ones or parameter[0] == argument[0] == "C" else IMPOSSIBLE


def best(ranks: list[list[int | None]], templates: list[bool]) -> int | None:
    """The one of several overloads that is as good as all in each argument and better in one; else None.

    Of two that are equally good the one that is no template. What takes all arguments as they are is
    chosen also where another's fit is unknown: no two plain functions take the same types.
    """
    possible = [i for i, row in enumerate(ranks) if IMPOSSIBLE not in row]
    if len(possible) == 1:
        return possible[0]
    exact = [i for i in possible if ranks[i] and all(r == EXACT for r in ranks[i])]
    for kept in (exact, [i for i in exact if not templates[i]]):
        if len(kept) == 1:
            return kept[0]
    for i in possible:
        if all(_beats(ranks[i], ranks[j], templates[i] < templates[j]) for j in possible if j != i):
            return i
    return None


def _beats(one: list[int | None], other: list[int | None], better: bool) -> bool:
    for a, b in zip(one, other, strict=False):
        if a is None or b is None:
            if a == EXACT:
                continue
            return False
        if a < b:
            return False
        better = better or a > b
    return better


def may_match(pattern: tuple[Type, ...], given: tuple[Type, ...]) -> bool:
    """Whether arguments may be of the form that a partial specialisation has."""
    return len(given) > len(pattern) or all(_may_be(p, g) for p, g in zip(pattern, given, strict=False))


def _may_be(pattern: Type, given: Type) -> bool:
    if pattern is None or given is None or pattern[0] in _OPEN or given[0] in _OPEN:
        return True
    if pattern[0] != given[0]:
        return False
    if pattern[0] in WRAPPED:
        return _may_be(pattern[1], given[1])
    if pattern[0] in ("C", "X"):
        return pattern[:-1] == given[:-1] and may_match(pattern[-1], given[-1])
    return pattern == given
