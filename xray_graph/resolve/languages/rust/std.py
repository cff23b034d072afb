"""What methods and macros of Rust's standard library give back, where later calls may hang on it.

Not a model of the library: a table of its containers, wrappers and iterators, by the last name of the
type. `Iterator` stands for every iterator. What is not here is unknown. Source: the documentation of std.
Called by `values`.
"""

from __future__ import annotations

from typing import Any, Final

from xray_graph.resolve.languages.rust import terms
from xray_graph.resolve.languages.rust.terms import BOOL, Type, outside

# What every module sees of the standard library.
PRELUDE_TYPES: Final = frozenset({"Vec", "String", "Box", "Option", "Result"})
PRELUDE_TRAITS: Final = frozenset(
    {
        *("Default", "From", "Into", "TryFrom", "TryInto", "Ord", "PartialOrd", "Eq", "PartialEq", "Clone"),
        *("Iterator", "IntoIterator", "ToString", "ToOwned", "AsRef", "AsMut", "Extend", "Drop"),
    }
)
PRELUDE: Final = PRELUDE_TYPES | {
    *("Some", "Ok", "Err", "None", "drop", "size_of", "size_of_val", "align_of", "align_of_val")
}
_BORROWS: Final = frozenset({"borrow", "borrow_mut", "get_mut", "into_inner"})  # a cell's own
_OPENING: Final = _BORROWS | {"get", "take", "replace", "get_or_init"}
USIZE: Final[Type] = ("B", "usize")
_LISTS: Final = frozenset({"Vec", "VecDeque", "LinkedList", "BinaryHeap", "SmallVec", "ArrayVec"})
_SETS: Final = frozenset({"HashSet", "BTreeSet", "IndexSet"})
_MAPS: Final = frozenset({"HashMap", "BTreeMap", "IndexMap"})
_ITERATORS: Final = frozenset(
    {
        *("Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator", "FusedIterator"),
        *("Iter", "IterMut", "IntoIter", "Drain", "Peekable", "Map", "Filter", "Rev", "Chunks", "Windows"),
    }
)
_CELLS: Final = frozenset({"RefCell", "Mutex", "RwLock", "Cell", "OnceCell", "OnceLock", "UnsafeCell"})
# --- what a method gives, in terms of its receiver's argument
_INNER: Final = frozenset(
    {
        *("unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unwrap_unchecked"),
        *("insert", "get_or_insert", "get_or_insert_with", "into_ok"),
    }
)
_KEEPS: Final = frozenset(
    {
        *("as_ref", "as_mut", "as_deref", "as_deref_mut", "take", "replace", "cloned", "copied", "filter"),
        *("or", "or_else", "clone", "xor", "inspect", "as_pin_mut"),
    }
)
_ELEMENTS: Final = frozenset(
    {"iter", "iter_mut", "into_iter", "drain", "into_values", "difference", "union", "intersection", "range"}
)
_ONE: Final = frozenset(
    {
        *("first", "last", "first_mut", "last_mut", "pop", "pop_front", "pop_back", "front", "back", "peek"),
        *("front_mut", "back_mut", "get", "get_mut", "first_entry", "pop_first", "pop_last", "peek_mut"),
    }
)
_SAME_LIST: Final = frozenset(
    {"to_vec", "into_vec", "clone", "as_slice", "as_mut_slice", "into_boxed_slice", "split_off", "to_owned"}
)
_ADAPTERS: Final = frozenset(
    {
        *("rev", "skip", "take", "filter", "chain", "step_by", "by_ref", "peekable", "cloned", "copied"),
        *("fuse", "inspect", "skip_while", "take_while", "into_iter", "iter", "cycle", "iter_mut"),
    }
)
_FROM_ITERATOR: Final = frozenset(
    {
        *("next", "last", "nth", "min", "max", "find", "peek", "next_back", "min_by", "max_by", "reduce"),
        *("min_by_key", "max_by_key", "next_if", "peek_mut", "nth_back", "rfind"),
    }
)
SAME: Final = frozenset(
    {
        *("clone", "to_owned", "by_ref", "borrow", "borrow_mut", "as_ref", "as_mut", "deref", "deref_mut"),
        *("into_owned", "to_mut", "as_deref", "into_boxed", "into_inner", "as_pin_mut"),
    }
)
_CONVERTED: Final = {"into": "Into", "as_ref": "AsRef", "as_mut": "AsMut", "borrow": "Borrow"}
_MOVED: Final = frozenset({"add", "sub", "offset", "wrapping_add", "wrapping_sub", "byte_add"})


def element(t: Type) -> Type:
    """What iterating over a type from outside, an array or a parameter gives."""
    while t is not None and t[0] == "P":
        t = t[1]
    if t is None:
        return None
    if t[0] == "A":
        return t[1]
    if t[0] == "V":
        return next((e for bound in t[2] if (e := element(bound)) is not None), None)
    if t[0] == "B":
        return USIZE if t[1] == "range" else None
    if t[0] != "X":
        return None
    stated = dict(t[3]).get("Item")
    if stated is not None:
        return stated
    name = t[1]
    if name in _MAPS:
        return ("U", (terms.argument(t), terms.argument(t, 1)))
    if name in _LISTS or name in _SETS or name in ("Option", "Box", "Rc", "Arc"):
        inner = terms.argument(t)
        return element(inner) if name in ("Box", "Rc", "Arc") else inner
    if name in _ITERATORS and t[2]:
        return terms.argument(t, len(t[2]) - 1)
    return None


def iterator(item: Type) -> Type:
    return ("X", "Iterator", (), (("Item", item),))


def method(t: Any, name: str, args: list[Type], closure: Type) -> Type:
    """The result of `t.name(args)`; `closure` is what the closure among the arguments gives back."""
    while t is not None and t[0] == "P":
        t = t[1]
    if t is None:
        return None
    if t[0] == "A":
        return _of_list(("X", "Vec", (t[1],), ()), name)
    if t[0] == "R" and name in _MOVED:
        return t
    if t[0] == "V" and name in _CONVERTED:
        return next((terms.argument(b) for b in t[2] if terms.is_outside(b, _CONVERTED[name])), None)
    if t == ("B", "range") and name not in SAME:
        return _of_iterator(USIZE, name, args, closure)
    if t[0] in ("B", "U", "F", "R"):
        return t if name in SAME else _of_text(name) if t == ("B", "str") else None
    if t[0] == "V":
        item = element(t)
        return _of_iterator(item, name, args, closure) if item is not None else t if name in SAME else None
    if t[0] != "X":
        return t if name in SAME else None
    kind = t[1]
    if kind == "Option":
        return _of_option(t, name, args, closure)
    if kind == "Result":
        return _of_result(t, name, closure)
    if kind in _LISTS or kind in _SETS:
        return _of_list(t, name)
    if kind in _MAPS:
        return _of_map(t, name)
    if kind in _CELLS:
        return _of_cell(t, name)
    if kind == "Entry":
        if name.startswith("or_") or name == "insert":
            return terms.argument(t)
        return t if name[:4] == "and_" else None
    if kind in _ITERATORS or dict(t[3]).get("Item") is not None:
        return _of_iterator(element(t), name, args, closure)
    if kind == "String":
        return t if name in SAME else _of_text(name)
    if kind in ("Box", "Rc", "Arc", "Cow", "Ref", "RefMut", "MutexGuard"):
        if name == "clone":
            return t
        inner = terms.argument(t)
        if name in SAME and not (terms.is_outside(inner, *_CELLS) and name in _BORROWS):
            return inner
        return method(inner, name, args, closure)
    if kind == "Weak" and name == "upgrade":
        return outside("Option", outside("Rc", terms.argument(t)))
    if kind == "JoinHandle" and name == "join":
        return outside("Result", terms.argument(t), None)
    return t if name in SAME else None


def _of_option(t: Any, name: str, args: list[Type], closure: Type) -> Type:
    inner = terms.argument(t)
    if name in _INNER:
        return inner
    if name in _KEEPS:
        return t
    if name in ("ok_or", "ok_or_else"):
        return outside("Result", inner, None)
    if name == "map":
        return outside("Option", closure)
    if name == "and_then":
        return closure
    if name in ("map_or", "map_or_else"):
        return closure
    if name in ("iter", "into_iter", "iter_mut"):
        return iterator(inner)
    if name == "zip":
        return outside("Option", ("U", (inner, terms.argument(args[0]))) if args and args[0] else None)
    if name == "flatten":
        return inner if terms.is_outside(inner, "Option") else None
    return BOOL if name.startswith("is_") else None


def _of_result(t: Any, name: str, closure: Type) -> Type:
    inner, error = terms.argument(t), terms.argument(t, 1)
    if name in _INNER:
        return inner
    if name in ("unwrap_err", "expect_err", "into_err"):
        return error
    if name in ("as_ref", "as_mut", "clone", "or", "or_else", "inspect", "inspect_err", "as_deref"):
        return t
    if name == "ok":
        return outside("Option", inner)
    if name == "err":
        return outside("Option", error)
    if name == "map":
        return outside("Result", closure, error)
    if name == "map_err":
        return outside("Result", inner, closure)
    if name == "and_then":
        return closure
    return BOOL if name.startswith("is_") else None


def _of_list(t: Any, name: str) -> Type:
    inner = terms.argument(t)
    if name in _ELEMENTS:
        return iterator(inner)
    if name in _ONE:
        return outside("Option", inner)
    if name in _SAME_LIST:
        return t
    if name in ("swap_remove", "remove", "get_unchecked", "get_unchecked_mut"):
        return inner
    if name in ("chunks", "windows", "chunks_exact", "chunks_mut", "split", "rchunks"):
        return iterator(("A", inner))
    if name in ("split_at", "split_at_mut"):
        return ("U", (("A", inner), ("A", inner)))
    if name in ("split_first", "split_last"):
        return outside("Option", ("U", (inner, ("A", inner))))
    if name in ("as_ptr", "as_mut_ptr"):
        return ("R", inner)
    return USIZE if name == "len" else BOOL if name in ("is_empty", "contains") else None


def _of_map(t: Any, name: str) -> Type:
    key, value = terms.argument(t), terms.argument(t, 1)
    if name in ("get", "get_mut", "remove", "insert"):
        return outside("Option", value)
    if name in ("values", "values_mut", "into_values"):
        return iterator(value)
    if name in ("keys", "into_keys"):
        return iterator(key)
    if name in ("iter", "iter_mut", "into_iter", "drain", "range"):
        return iterator(("U", (key, value)))
    if name == "entry":
        return outside("Entry", value)
    if name in ("first_key_value", "last_key_value", "pop_first", "pop_last", "get_key_value"):
        return outside("Option", ("U", (key, value)))
    return t if name == "clone" else USIZE if name == "len" else None


def _of_cell(t: Any, name: str) -> Type:
    inner = terms.argument(t)
    if t[1] in ("Mutex", "RwLock") and name in ("lock", "read", "write", "try_lock", "into_inner", "get_mut"):
        return outside("Result", inner, None)
    if t[1] in ("OnceCell", "OnceLock") and name == "get":
        return outside("Option", inner)
    return inner if name in _OPENING else None


def _of_text(name: str) -> Type:
    if name == "chars":
        return iterator(("B", "char"))
    if name == "bytes":
        return iterator(("B", "u8"))
    if name in ("lines", "split", "split_whitespace", "rsplit", "splitn"):
        return iterator(("B", "str"))
    if name in ("as_bytes", "into_bytes", "to_vec"):
        return ("A", ("B", "u8"))
    if name in ("as_str", "trim", "trim_start", "trim_end", "to_owned", "to_string", "to_lowercase"):
        return ("B", "str")
    if name == "as_ptr":
        return ("R", ("B", "u8"))
    return USIZE if name == "len" else None


def _of_iterator(item: Type, name: str, args: list[Type], closure: Type) -> Type:
    if name in _FROM_ITERATOR:
        return outside("Option", item)
    if name in _ADAPTERS:
        return iterator(item)
    if name == "enumerate":
        return iterator(("U", (USIZE, item)))
    if name == "zip":
        return iterator(("U", (item, element(args[0]) if args else None)))
    if name in ("map", "scan"):
        return iterator(closure)
    if name in ("filter_map", "find_map", "map_while"):
        inner = terms.argument(closure) if terms.is_outside(closure, "Option", "Result") else None
        return outside("Option", inner) if name == "find_map" else iterator(inner)
    if name in ("flat_map", "flatten"):
        return iterator(element(closure if name == "flat_map" else item))
    if name == "fold":
        return args[0] if args else None
    if name in ("position", "rposition"):
        return outside("Option", USIZE)
    return USIZE if name == "count" else BOOL if name in ("any", "all") else None


def collected(stated: Type, element: Type) -> Type:
    """A written type of what is collected, `Vec<_>`, with what the iterator gives."""
    if stated is None or stated[0] != "X" or element is None:
        return stated
    name, given = stated[1], stated[2]
    if name in ("Option", "Result") and terms.is_outside(element, name):
        return outside(name, collected(given[0] if given else None, terms.argument(element)), *given[1:])
    if name in _MAPS and element[0] == "U" and len(element[1]) == 2:
        parts: tuple[Type, ...] = element[1]
    elif name in _LISTS or name in _SETS:
        parts = (element,)
    else:
        return stated
    return outside(
        name, *(own or part for own, part in zip(given or (None,) * len(parts), parts, strict=False))
    )


def closure_parameter(t: Type, name: str, position: int, args: list[Type]) -> Type:
    """What a closure that is given to `t.name(...)` is called with."""
    while t is not None and t[0] == "P":
        t = t[1]
    if t is None or position > 1:
        return None
    if t[0] == "X" and t[1] == "Option":
        return terms.argument(t) if position == 0 else None
    if t[0] == "X" and t[1] == "Result":
        return terms.argument(t, 1 if name in ("map_err", "unwrap_or_else", "or_else", "inspect_err") else 0)
    if t[0] == "X" and t[1] == "Entry":
        return terms.argument(t)
    if name in ("for_each", "retain", "sort_by", "sort_by_key", "binary_search_by", "sort_unstable_by_key"):
        return element(t)
    if name == "fold":
        return (args[0] if args else None) if position == 0 else element(t)
    item = element(t)
    if name in ("sort_unstable_by", "dedup_by", "min_by", "max_by"):
        return item
    return item if position == 0 else None


def macro(name: str) -> Type:
    """What a macro of the standard library makes."""
    if name == "vec":
        return outside("Vec", None)
    if name in ("format", "concat", "stringify"):
        return outside("String")
    if name in ("panic", "unreachable", "todo", "unimplemented", "bail"):
        return ("B", "!")
    return None
