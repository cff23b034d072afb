"""Go types as plain tuples, and what can be done with them without looking anything up.

    ("N", path, symbol, args)   a named type declared in the repository, with its generic arguments
    ("S", path, symbol)         a struct or interface written in place
    ("X", "path.Name")          a type of a package outside, "" when not even its name is known; some
                                of the standard library with their arguments, see `library`
    ("B", name)                 a predeclared type
    ("P", t) ("A", t) ("C", t)  pointer; array or slice; channel
    ("M", k, v)                 map
    ("F", params, results, variadic, type parameter names)   function
    ("T", members)              the several results of a call
    ("V", name, bound)          a type parameter; its bound a type or None
    ("U", members)              a constraint's union
    ("type", t)                 an expression that is a type, no value
    ("pkg", id) ("pkg", None)   a package of the repository; one outside
    None                        unknown

Called by `types`.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

Type: TypeAlias = "tuple[Any, ...] | None"
Environment: TypeAlias = "dict[str, Type]"

EXTERNAL: Final[Type] = ("X", "")

# The whole method sets of the standard library's types that are embedded most: what they do not have,
# a struct that embeds them may have from somewhere deeper. Source: go doc, stable by Go 1's promise.
METHODS_OUTSIDE: Final[dict[str, frozenset[str]]] = {
    "error": frozenset({"Error"}),
    "sync.Mutex": frozenset({"Lock", "Unlock", "TryLock"}),
    "sync.RWMutex": frozenset({"Lock", "Unlock", "TryLock", "RLock", "RUnlock", "TryRLock", "RLocker"}),
    "sync.WaitGroup": frozenset({"Add", "Done", "Wait", "Go"}),
    "sync.Once": frozenset({"Do"}),
    "context.Context": frozenset({"Deadline", "Done", "Err", "Value"}),
    "io.Reader": frozenset({"Read"}),
    "io.Writer": frozenset({"Write"}),
    "io.Closer": frozenset({"Close"}),
    "io.ReadCloser": frozenset({"Read", "Close"}),
    "io.WriteCloser": frozenset({"Write", "Close"}),
    "io.ReadWriter": frozenset({"Read", "Write"}),
    "io.ReadWriteCloser": frozenset({"Read", "Write", "Close"}),
    "fmt.Stringer": frozenset({"String"}),
    "sort.Interface": frozenset({"Len", "Less", "Swap"}),
    "net/http.Handler": frozenset({"ServeHTTP"}),
    "net/http.ResponseWriter": frozenset({"Header", "Write", "WriteHeader"}),
    "net/http.RoundTripper": frozenset({"RoundTrip"}),
}
UNIVERSE_TYPES: Final = frozenset(
    [
        "any",
        "bool",
        "byte",
        "comparable",
        "complex64",
        "complex128",
        "error",
        "float32",
        "float64",
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "rune",
        "string",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "uintptr",
    ]
)
UNIVERSE_FUNCTIONS: Final = frozenset(
    [
        "append",
        "cap",
        "clear",
        "close",
        "complex",
        "copy",
        "delete",
        "imag",
        "len",
        "make",
        "max",
        "min",
        "new",
        "panic",
        "print",
        "println",
        "real",
        "recover",
    ]
)
MAX_NESTING: Final = 12  # of a type inside types, when substituting


def strip_pointer(t: Type) -> Type:
    while t is not None and t[0] == "P":
        t = t[1]
    return t


def substitute(t: Type, environment: Environment, depth: int = 0) -> Type:
    """`t` with its type parameters replaced; those without a value stay."""
    if t is None or not environment or depth > MAX_NESTING:
        return t
    head = t[0]
    if head == "V":
        return environment.get(t[1], t)
    if head in ("B", "X", "S", "pkg"):
        return t
    if head == "N":
        if not t[3]:
            return t
        return ("N", t[1], t[2], tuple(substitute(a, environment, depth + 1) for a in t[3]))
    if head in ("P", "A", "C", "type"):
        return (head, substitute(t[1], environment, depth + 1))
    if head == "M":
        return ("M", substitute(t[1], environment, depth + 1), substitute(t[2], environment, depth + 1))
    if head == "F":
        return (
            "F",
            tuple(substitute(p, environment, depth + 1) for p in t[1]),
            tuple(substitute(r, environment, depth + 1) for r in t[2]),
            t[3],
            t[4],
        )
    if head in ("T", "U"):
        return (head, tuple(substitute(m, environment, depth + 1) for m in t[1]))
    return t


def infer(parameter: Type, argument: Type, names: frozenset[str], found: Environment, depth: int = 0) -> None:
    """Fill `found` with what `argument` says about the type parameters `names` in `parameter`."""
    if parameter is None or argument is None or depth > MAX_NESTING:
        return
    head = parameter[0]
    if head == "V":
        if parameter[1] in names and found.get(parameter[1]) is None:
            found[parameter[1]] = argument
        return
    if head == argument[0]:
        if head in ("P", "A", "C"):
            infer(parameter[1], argument[1], names, found, depth + 1)
        elif head == "M":
            infer(parameter[1], argument[1], names, found, depth + 1)
            infer(parameter[2], argument[2], names, found, depth + 1)
        elif head == "F":
            for p, a in zip(parameter[1], argument[1], strict=False):
                infer(p, a, names, found, depth + 1)
            for p, a in zip(parameter[2], argument[2], strict=False):
                infer(p, a, names, found, depth + 1)
        elif head == "N" and parameter[1:3] == argument[1:3]:
            for p, a in zip(parameter[3], argument[3], strict=False):
                infer(p, a, names, found, depth + 1)


def mentions_parameters(t: Type, depth: int = 0) -> bool:
    """Whether a type parameter stands anywhere in `t`."""
    if t is None or depth > MAX_NESTING:
        return False
    if t[0] == "V":
        return True
    return any(
        mentions_parameters(part, depth + 1)
        if isinstance(part, tuple) and part and isinstance(part[0], str)
        else isinstance(part, tuple)
        and any(mentions_parameters(p, depth + 1) for p in part if isinstance(p, tuple))
        for part in t[1:]
    )
