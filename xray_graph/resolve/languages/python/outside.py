"""What is known of Python without its source: the standard library's module names, what its types hold.

Only as much as lets a type pass through: `dict.items`, `enumerate`, `next`, `copy`, a context manager.
Nothing here names a thing of any repository. A leaf. Called by the other modules of Python's resolver.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.python.values import (
    BOOLEAN,
    INTEGER,
    ITERABLES,
    MAPPINGS,
    STRING,
    UNKNOWN,
    Atom,
    Value,
    last,
    union,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_STANDARD: Final = """
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop
collections colorsys compileall compression concurrent configparser contextlib contextvars copy
copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest
email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html
http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os
ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath
pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re
readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil
signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants
sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig
syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter
token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml
xmlrpc zipapp zipfile zipimport zlib zoneinfo
"""
STANDARD_MODULES: Final = frozenset(_STANDARD.split())

# Bases outside that add no member a call could mean.
TRANSPARENT: Final = frozenset({"object", "Generic", "Protocol", "ABC"})
# Decorators outside that leave what they decorate as it is, or say only how it is bound.
MANAGER_MAKERS: Final = frozenset({"contextmanager", "asynccontextmanager"})

_SAME_ELEMENTS: Final = frozenset(
    [
        *("list", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "deque", "filter"),
        *("chain", "cycle", "islice", "takewhile", "dropwhile"),
    ]
)
_PASSED_ON: Final = frozenset(
    ["copy", "deepcopy", "run", "run_until_complete", "ensure_future", "create_task", "wait_for", "proxy"]
)
_CHANGED: Final = frozenset(
    [
        *("dataclasses.replace", "attr.evolve", "attrs.evolve"),  # a copy, but for some
        *(
            "functools.cache",
            "functools.lru_cache",
            "functools.singledispatch",
            "staticmethod",
        ),  # called alike
    ]
)
_SCALARS: Final = {
    "str": STRING,
    "repr": STRING,
    "format": STRING,
    "ascii": STRING,
    "chr": STRING,
    "int": INTEGER,
    "len": INTEGER,
    "hash": INTEGER,
    "id": INTEGER,
    "ord": INTEGER,
    "bool": BOOLEAN,
    "isinstance": BOOLEAN,
    "issubclass": BOOLEAN,
    "hasattr": BOOLEAN,
    "callable": BOOLEAN,
    "all": BOOLEAN,
    "any": BOOLEAN,
    "bytes": (("E", "bytes", ()),),
    "float": (("E", "float", ()),),
}
ANYTHING: Final[Value] = (("E", "?", ()),)  # an instance of something outside


def list_of(element: Value) -> Value:
    return (("E", "list", (element,)),)


def element_of(atom: Atom) -> Value:
    """What iterating over an instance from outside, or over a tuple, yields."""
    if atom[0] == "T":
        return union(*atom[1])
    name = last(atom[1])
    if name == "str":
        return STRING
    if atom[2] and (name in ITERABLES or name in MAPPINGS):
        first: Value = atom[2][0]
        return first
    return UNKNOWN


def item_of(atom: Atom, key: str) -> Value:
    """What `x[i]` is; `key` is the index where it is written out, else ""."""
    if atom[0] == "T":
        parts = atom[1]
        position = as_position(key)
        if position is not None:
            return tuple(parts[position]) if -len(parts) <= position < len(parts) else UNKNOWN
        return union(*parts)
    if atom[0] != "E":
        return UNKNOWN
    if key and len(atom) > 3:
        entries = atom[3]
        position = as_position(key)
        if last(atom[1]) == "list" and position is not None and position < 0:
            key = str(len(entries) + position)
        found: Value = dict(entries).get(key, UNKNOWN)
        return found
    if last(atom[1]) in MAPPINGS and len(atom[2]) > 1:
        value: Value = atom[2][1]
        return value
    return element_of(atom)


def part_of(value: Value, bounds: str) -> Value:
    """What a slice of a value is; `bounds` as written, `1:-1`. The entries stay told apart where they can."""
    ends = bounds.split(":")
    plain = len(ends) == 2 and all(not end or as_position(end) is not None for end in ends)
    cut = slice(*(int(end) if end else None for end in ends)) if plain else None
    found: list[Value] = []
    for atom in value:
        if atom[0] != "T" and (atom[0] != "E" or len(atom) < 4):
            found.append((atom,))
            continue
        parts = atom[1] if atom[0] == "T" else tuple(part for _key, part in atom[3])
        if cut is None:
            found.append(list_of(union(*parts)))
            continue
        entries = tuple((str(place), part) for place, part in enumerate(parts[cut]))
        found.append((("E", "list", (union(*parts[cut]),), entries),))
    return union(*found)


def as_position(key: str) -> int | None:
    """The number that an index is written as, if it is one."""
    return int(key) if key.removeprefix("-").isdecimal() else None


def result_of(
    name: str,
    given: Sequence[Value],
    iterate: Callable[[Value], Value],
    call: Callable[[Value, list[Value]], Value],
) -> Value:
    """What a call of something outside gives; `given` are its positional arguments."""
    short = last(name)
    first = given[0] if given else UNKNOWN
    if name in _SCALARS:
        return _SCALARS[name]
    if short in _SAME_ELEMENTS:
        return list_of(iterate(given[-1] if short == "filter" and given else first))
    if short == "enumerate":
        return list_of((("T", (INTEGER, iterate(first))),))
    if short in ("zip", "zip_longest", "product"):
        return list_of((("T", tuple(iterate(one) for one in given)),))
    if name == "map":
        return list_of(call(first, [iterate(one) for one in given[1:]]))
    if name in ("next", "anext"):
        return union(iterate(first), *given[1:])
    if name in ("min", "max"):
        return union(*given) if len(given) > 1 else iterate(first)
    if name in ("dict", "collections.OrderedDict", "collections.ChainMap", "types.MappingProxyType"):
        return first or (("E", "dict", ()),)
    if short == "defaultdict":
        return (("E", "dict", (UNKNOWN, call(first, []))),)
    if (short in _PASSED_ON and "." in name) or name in _CHANGED:
        return first
    if name == "functools.reduce" and len(given) > 1:
        return given[2] if len(given) > 2 else iterate(given[1])
    if short == "to_thread":
        return (("E", "Awaitable", (call(first, list(given[1:])),)),)
    if short in ("nullcontext", "closing", "aclosing"):
        return (("E", "ContextManager", (first,)),)
    if short in ("partial", "partialmethod"):
        return (("K", None, call(first, list(given[1:])), _called_by(first)),)
    if short == "ref":
        return (("K", (), first),)
    return (("E", name, ()),)


def _called_by(value: Value) -> Value:
    """The functions and classes that a partial of a value calls; none where one of them is not known."""
    found = union(*(atom[3] if atom[0] == "K" and len(atom) > 3 else (atom,) for atom in value))
    return found if all(atom[0] in ("F", "M", "C") for atom in found) else UNKNOWN


def method_result(atom: Atom, name: str, given: Sequence[Value]) -> Value:
    """What calling a method of an instance from outside gives."""
    kind, arguments = last(atom[1]), atom[2]
    if kind in MAPPINGS and len(arguments) > 1:
        key, value = arguments[0], arguments[1]
        if name in ("get", "pop", "setdefault", "__getitem__"):
            return union(value, given[1]) if len(given) > 1 else tuple(value)
        if name == "items":
            return list_of((("T", (key, value)),))
        if name == "values":
            return list_of(value)
        if name == "keys":
            return list_of(key)
        if name == "popitem":
            return (("T", (key, value)),)
        if name in ("copy", "__copy__"):
            return (atom,)
    elif kind in ITERABLES:
        if name in ("pop", "popleft", "__next__", "__anext__", "send", "asend", "__getitem__"):
            return element_of(atom)
        if name in ("copy", "union", "difference", "intersection", "__iter__", "__aiter__"):
            return (atom,)
    if name in ("__enter__", "__aenter__"):
        return tuple(arguments[0]) if arguments else (atom,)
    if kind == "str":
        if name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
            return list_of(STRING)
        return STRING
    if kind == "ContextVar" and name == "get" and arguments:
        return tuple(arguments[0])
    return ANYTHING
