"""JavaScript's and TypeScript's types as plain tuples, and what needs no looking up.

    ("B", name)                  a primitive or special type: string, number, any, void, null, ...
    ("L", text)                  the type of one literal, as written: `'a'`
    ("N", path, symbol, args)    an instance of a declared class, interface, alias, enum or constructor
    ("O", path, symbol, env)     an object type or literal written in place; env: ((key, type), ...)
    ("C", path, symbol)          a class or enum itself: what `new` is applied to
    ("F", path, symbol, env)     a declared function as a value
    ("FT", params, result, new)  a function type; params: ((type, flags, name), ...)
    ("Y", t)                     some function or class of the same type as t: what `typeof f` says
    ("BF", owner, name, env)     a function of the language's own library, see `library`
    ("M", path)                  a module, and what it exports as one value
    ("S", path, symbol)          a namespace
    ("V", path, symbol)          the value of a variable that members are assigned to; of one inside a
                                 function see `filled`
    ("R", ((name, type), ...))   an object literal without functions of its own
    ("A", t) ("T", (t, ...))     array, tuple
    ("X", name, args)            a type of the language's library, or of a module outside (""); "Member" is
                                 `T[K]`, of which K is not known yet, "Conditional" (tested, pattern, yes, no)
    ("P", key, bound)            a type parameter; key: "path::symbol<name"
    ("U", members) ("I", members)  union, intersection
    ("THIS",)                    the type of the receiver, whatever it is
    None                         unknown

Called by `types` and its neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Type: TypeAlias = "tuple[Any, ...] | None"
Environment: TypeAlias = "dict[str, Type]"

EXTERNAL: Final[Type] = ("X", "", ())
STRING: Final[Type] = ("B", "string")
NUMBER: Final[Type] = ("B", "number")
BOOLEAN: Final[Type] = ("B", "boolean")
VOID: Final[Type] = ("B", "void")
ANY: Final[Type] = ("B", "any")
THIS: Final[Type] = ("THIS",)
PENDING: Final = object()  # in a memo: a question that is being worked out
NOTHING: Final = frozenset({"null", "undefined", "void", "never"})
MAX_NESTING: Final = 10  # of a type inside types
MAX_DEPTH: Final = 24  # of a question about a type inside such questions
MAX_MEMBERS: Final = 24  # of a union
MAX_SIZE: Final = 50_000  # of the type of a value or of a type argument, in types

_LEAVES: Final = frozenset({"B", "L", "C", "M", "S", "V"})


def union(members: list[Type]) -> Type:
    """The union of what is known, flat and each once; None when nothing is."""
    found: list[Type] = []
    for one in members:
        for part in one[1] if one is not None and one[0] == "U" else (one,):
            if part is not None and part not in found:
                found.append(part)
    if not found:
        return None
    return found[0] if len(found) == 1 else ("U", tuple(found[:MAX_MEMBERS]))


def parts(t: Type) -> tuple[Type, ...]:
    """The members of a union that are something, or the type alone."""
    if t is None:
        return ()
    if t[0] == "U":
        return tuple(m for m in t[1] if not is_nothing(m))
    return () if is_nothing(t) else (t,)


def is_nothing(t: Type) -> bool:
    return t is not None and t[0] == "B" and t[1] in NOTHING


def without_nothing(t: Type) -> Type:
    """`t` without null and undefined."""
    if t is not None and t[0] == "U":
        return union([m for m in t[1] if not is_nothing(m)])
    return t


def bounded(t: Type) -> Type:
    """`t`, or `any` where it is too large: what doubles at each step would never come to an end."""
    level, size = [] if t is None else [t], 0
    while level:
        size += len(level)
        if size > MAX_SIZE:
            return ANY
        level = [part for one in level for part in one if type(part) is tuple]
    return t


def substitute(t: Type, environment: Environment, depth: int = 0) -> Type:
    """`t` with its type parameters replaced; those without a value stay."""
    if t is None or not environment:
        return t
    head = t[0]
    if head in _LEAVES:
        return t
    if depth > MAX_NESTING:
        return None
    if head == "P":
        return environment.get(t[1], t)
    if head == "THIS":
        return environment.get("this", t)
    if head == "N":
        if not t[3]:
            return t
        return ("N", t[1], t[2], tuple([substitute(a, environment, depth + 1) for a in t[3]]))
    if head in ("O", "F"):
        known = {key: substitute(value, environment, depth + 1) for key, value in t[3]}
        for key, value in environment.items():
            known.setdefault(key, value)
        return (head, t[1], t[2], tuple(sorted(known.items(), key=_key)))
    if head == "X":
        return ("X", t[1], tuple([substitute(a, environment, depth + 1) for a in t[2]])) if t[2] else t
    if head in ("A", "Y"):
        return (head, substitute(t[1], environment, depth + 1))
    if head == "U":
        return union([substitute(m, environment, depth + 1) for m in t[1]])
    if head in ("T", "I"):
        return (head, tuple([substitute(m, environment, depth + 1) for m in t[1]]))
    if head == "FT":
        params = tuple([(substitute(p, environment, depth + 1), flags, name) for p, flags, name in t[1]])
        return ("FT", params, substitute(t[2], environment, depth + 1), t[3])
    if head == "R":
        return ("R", tuple([(name, substitute(m, environment, depth + 1)) for name, m in t[1]]))
    if head == "BF":
        known = {key: substitute(value, environment, depth + 1) for key, value in t[3]}
        return ("BF", t[1], t[2], tuple(sorted(known.items(), key=_key)))
    return t


def _key(item: tuple[str, Type]) -> str:
    return item[0]


def infer(parameter: Type, argument: Type, found: Environment, keys: frozenset[str], depth: int = 0) -> None:
    """Fill `found` with what `argument` says about the type parameters `keys` in `parameter`."""
    if parameter is None or argument is None or depth > MAX_NESTING:
        return
    head = parameter[0]
    if head == "P":
        if parameter[1] in keys and found.get(parameter[1]) is None and argument != parameter:
            found[parameter[1]] = argument
        return
    if head == "U":
        open_members = [m for m in parameter[1] if m is not None and m[0] == "P"]
        closed = [m for m in parameter[1] if m is not None and m[0] != "P"]
        given = [a for a in parts(argument) if a not in closed]
        for member in closed:
            for one in given:
                infer(member, one, found, keys, depth + 1)
        heads = {m[0] for m in closed}
        rest = [a for a in given if a is not None and (a[0] not in heads or a[0] in _LEAVES)]
        if len(open_members) == 1 and rest:
            infer(open_members[0], union(list(rest)), found, keys, depth + 1)
        return
    if argument[0] == "U":
        for member in parts(argument):
            infer(parameter, member, found, keys, depth + 1)
        return
    if head == "A":
        if argument[0] == "A":
            infer(parameter[1], argument[1], found, keys, depth + 1)
        elif argument[0] == "T":
            infer(parameter[1], union(list(argument[1])), found, keys, depth + 1)
        return
    if head == "X" and parameter[1] in ("Iterable", "ReadonlyArray", "ArrayLike", "Awaitable"):
        if parameter[2]:
            inner = (
                argument[1]
                if argument[0] == "A"
                else union(list(argument[1]))
                if argument[0] == "T"
                else None
            )
            infer(parameter[2][0], inner, found, keys, depth + 1)
        return
    if head != argument[0]:
        return
    if head == "N" and parameter[1:3] == argument[1:3]:
        for p, a in zip(parameter[3], argument[3], strict=False):
            infer(p, a, found, keys, depth + 1)
    elif head == "X" and parameter[1] == argument[1]:
        for p, a in zip(parameter[2], argument[2], strict=False):
            infer(p, a, found, keys, depth + 1)
    elif head == "T":
        for p, a in zip(parameter[1], argument[1], strict=False):
            infer(p, a, found, keys, depth + 1)
    elif head == "FT":
        for (p, _, _), (a, _, _) in zip(parameter[1], argument[1], strict=False):
            infer(p, a, found, keys, depth + 1)
        infer(parameter[2], argument[2], found, keys, depth + 1)


def mentions(t: Type, depth: int = 0) -> bool:
    """Whether a type parameter or the receiver's type stands anywhere in `t`."""
    if t is None or depth > MAX_NESTING:
        return False
    head = t[0]
    if head in ("P", "THIS"):
        return True
    if head in _LEAVES:
        return False
    if head in ("O", "F", "BF"):
        return True
    inner: Iterable[Type]
    if head == "N":
        inner = t[3]
    elif head == "X":
        inner = t[2]
    elif head in ("U", "T", "I"):
        inner = t[1]
    elif head in ("A", "Y"):
        inner = t[1:]
    elif head == "FT":
        inner = [t[2], *(p for p, _, _ in t[1])]
    elif head == "R":
        inner = [m for _, m in t[1]]
    else:
        return False
    for one in inner:  # noqa: SIM110 - asked very often: a generator takes half as long again
        if mentions(one, depth + 1):
            return True
    return False


def like(t: Type) -> Type:
    """The type of a function or class that is not that function or class itself."""
    if t is not None and t[0] == "U":
        return union([like(m) for m in t[1]])
    return ("Y", t) if t is not None and t[0] in ("F", "BF", "C") else t


def promised(t: Type) -> Type:
    """What `await` gives of a value."""
    found: list[Type] = []
    for part in t[1] if t is not None and t[0] == "U" else (t,):
        if part is not None and part[0] == "X" and part[1] in ("Promise", "PromiseLike"):
            found.append(promised(part[2][0]) if part[2] else None)
        else:
            found.append(part)
    return union(found)


def promise(t: Type) -> Type:
    """A promise of a value; of a promise of it, the same."""
    return ("X", "Promise", (promised(t),))
