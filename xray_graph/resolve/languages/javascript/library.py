"""The part of JavaScript's own library that carries types of the program through: containers, promises.

Not a copy of TypeScript's library: only what hands a program's own value on, so that the `x` of
`list.map((x) => x.f())` has a type. A member that is missing here is a call outside. Called by
`members` and `calls`.
"""

from __future__ import annotations

import functools
import re
from typing import Any, Final, NamedTuple

from xray_graph.resolve.languages.javascript import values
from xray_graph.resolve.languages.javascript.values import THIS, Type

_TEXT: Final = """
Array<T>
  length: number
  at(i: number): T
  pop(): T
  shift(): T
  push(...v: T[]): number
  unshift(...v: T[]): number
  slice(a: number, b: number): T[]
  splice(a: number, b: number, ...v: T[]): T[]
  concat(...v: any[]): T[]
  reverse(): T[]
  toReversed(): T[]
  sort(f: (a: T, b: T) => number): T[]
  toSorted(f: (a: T, b: T) => number): T[]
  fill(v: T): T[]
  forEach(f: (v: T, i: number, a: T[]) => void): void
  map<U>(f: (v: T, i: number, a: T[]) => U): U[]
  filter(f: (v: T, i: number, a: T[]) => any): T[]
  find(f: (v: T, i: number, a: T[]) => any): T
  findLast(f: (v: T, i: number, a: T[]) => any): T
  findIndex(f: (v: T, i: number, a: T[]) => any): number
  findLastIndex(f: (v: T, i: number, a: T[]) => any): number
  some(f: (v: T, i: number, a: T[]) => any): boolean
  every(f: (v: T, i: number, a: T[]) => any): boolean
  flatMap<U>(f: (v: T, i: number, a: T[]) => U[]): U[]
  flat<U>(depth: number): any[]
  reduce<U>(f: (p: U, v: T, i: number, a: T[]) => U, first: U): U
  reduceRight<U>(f: (p: U, v: T, i: number, a: T[]) => U, first: U): U
  join(s: string): string
  indexOf(v: T): number
  includes(v: T): boolean
  keys(): IterableIterator<number>
  values(): IterableIterator<T>
  entries(): IterableIterator<[number, T]>
ReadonlyArray<T> = Array<T>
Iterable<T>
Iterator<T>
  next(): IteratorResult<T>
IteratorResult<T>
  value: T
  done: boolean
IterableIterator<T>
  next(): IteratorResult<T>
  map<U>(f: (v: T) => U): IterableIterator<U>
  filter(f: (v: T) => any): IterableIterator<T>
  toArray(): T[]
  forEach(f: (v: T) => void): void
AsyncIterable<T>
AsyncIterator<T>
  next(): Promise<IteratorResult<T>>
AsyncIterableIterator<T>
  next(): Promise<IteratorResult<T>>
Generator<T>
  next(v: any): IteratorResult<T>
  return(v: any): IteratorResult<T>
AsyncGenerator<T>
  next(v: any): Promise<IteratorResult<T>>
Promise<T>
  then<U, V>(f: (v: T) => U, g: (e: any) => V): Promise<U>
  catch<U>(f: (e: any) => U): Promise<T | U>
  finally(f: () => void): Promise<T>
PromiseLike<T>
  then<U, V>(f: (v: T) => U, g: (e: any) => V): Promise<U>
Map<K, V>
  get(k: K): V
  set(k: K, v: V): this
  has(k: K): boolean
  delete(k: K): boolean
  forEach(f: (v: V, k: K, m: Map<K, V>) => void): void
  keys(): IterableIterator<K>
  values(): IterableIterator<V>
  entries(): IterableIterator<[K, V]>
ReadonlyMap<K, V> = Map<K, V>
WeakMap<K, V>
  get(k: K): V
  set(k: K, v: V): this
  has(k: K): boolean
  delete(k: K): boolean
Set<T>
  add(v: T): this
  has(v: T): boolean
  delete(v: T): boolean
  forEach(f: (v: T, k: T, s: Set<T>) => void): void
  keys(): IterableIterator<T>
  values(): IterableIterator<T>
  entries(): IterableIterator<[T, T]>
ReadonlySet<T> = Set<T>
WeakSet<T>
  add(v: T): this
WeakRef<T>
  deref(): T
String
  split(s: any): string[]
  slice(a: number, b: number): string
  trim(): string
  toString(): string
  toLowerCase(): string
  toUpperCase(): string
  replace(a: any, b: any): string
Number
  toString(): string
  toFixed(n: number): string
Function
  call(t: any, ...a: any[]): any
  apply(t: any, a: any): any
  bind(t: any, ...a: any[]): any
ObjectConstructor
  keys(o: any): string[]
  values<T>(o: T): T[keyof][]
  entries<T>(o: T): [string, T[keyof]][]
  assign<T, U>(a: T, b: U, ...c: any[]): T & U
  freeze<T>(o: T): T
  seal<T>(o: T): T
  create<T>(o: T): T
  setPrototypeOf<T>(o: T, p: any): T
  defineProperty<T>(o: T, k: any, d: any): T
  defineProperties<T>(o: T, d: any): T
  fromEntries<T>(e: Iterable<[string, T]>): Record<string, T>
  groupBy<T>(v: Iterable<T>, f: (v: T, i: number) => any): Record<string, T[]>
ArrayConstructor
  from<T, U = T>(v: Iterable<T>, f: (v: T, i: number) => U): U[]
  of<T>(...v: T[]): T[]
  isArray(v: any): boolean
PromiseConstructor
  resolve<T>(v: T): Promise<T>
  all<T>(v: T): Promise<T[await]>
  allSettled<T>(v: T): Promise<any>
  race<T>(v: Iterable<T>): Promise<T>
  any<T>(v: Iterable<T>): Promise<T>
  reject(e: any): Promise<never>
JSON
  stringify(v: any): string
"""

GLOBALS: Final = {
    "Object": "ObjectConstructor",
    "Array": "ArrayConstructor",
    "Promise": "PromiseConstructor",
    "JSON": "JSON",
}
ITERATES: Final = frozenset(
    {"Iterable", "Iterator", "IterableIterator", "Generator", "AsyncIterable", "AsyncIterator"}
    | {"AsyncIterableIterator", "AsyncGenerator", "Set", "Array"}
)


class Signature(NamedTuple):
    type_parameters: tuple[str, ...]  # their keys
    params: tuple[tuple[Type, str, str], ...]  # (type, flags, name)
    result: Type
    defaults: dict[str, Type]  # of its type parameters, by their keys


class Kind(NamedTuple):
    """A type of the library: its parameters' keys, its methods, its plain members."""

    parameters: tuple[str, ...]
    methods: dict[str, Signature]
    fields: dict[str, Type]


@functools.cache
def library() -> dict[str, Kind]:
    """Every type of the table by its name."""
    found: dict[str, Kind] = {}
    current: Kind | None = None
    owner = ""
    for line in _TEXT.strip().splitlines():
        if not line.startswith(" "):
            head, _, same = line.partition(" = ")
            owner, _, inner = head.partition("<")
            names = [n.strip() for n in inner.rstrip(">").split(",")] if inner else []
            keys = tuple(f"{owner}<{n}" for n in names)
            base = found[same.partition("<")[0]] if same else Kind(keys, {}, {})
            current = found[owner] = base
            continue
        assert current is not None
        scope = dict(zip([k.partition("<")[2] for k in current.parameters], current.parameters, strict=True))
        _member(line.strip(), owner, scope, current)
    return found


def _member(line: str, owner: str, scope: dict[str, str], kind: Kind) -> None:
    head = re.match(r"(\w+)(?:<([\w, =]+)>)?(?=[(:])", line)
    assert head is not None, line
    name, inner = head.group(1), head.group(2)
    stated = dict(re.findall(r"(\w+)(?: = (\w+))?", inner)) if inner else {}
    own = {n: f"{owner}.{name}<{n}" for n in stated}
    reader = _Reader(line[head.end() :], {**scope, **own})
    if line[head.end()] == ":":
        reader.take(":")
        kind.fields[name] = reader.type()
        return
    params = reader.params()
    reader.take(":")
    defaults: dict[str, Type] = {own[n]: ("P", own[other], None) for n, other in stated.items() if other}
    kind.methods[name] = Signature(tuple(own.values()), params, reader.type(), defaults)


def default_of(key: str) -> Type:
    """What a type parameter of a method here is where a call says nothing of it."""
    owner, _, name = key.partition("<")[0].partition(".")
    kind = library().get(owner)
    method = kind.methods.get(name) if kind is not None else None
    return None if method is None else method.defaults.get(key)


class _Reader:
    """Reads the types of the table."""

    def __init__(self, text: str, scope: dict[str, str]) -> None:
        self._tokens = re.findall(r"=>|\.\.\.|[\w]+|[^\s\w]", text)
        self._at = 0
        self._scope = scope

    def peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at] if at < len(self._tokens) else ""

    def take(self, token: str) -> bool:
        if self.peek() != token:
            return False
        self._at += 1
        return True

    def params(self) -> tuple[tuple[Type, str, str], ...]:
        found: list[tuple[Type, str, str]] = []
        self.take("(")
        while not self.take(")"):
            flags = "variadic" if self.take("...") else ""
            name = self.peek()
            self._at += 1
            self.take(":")
            found.append((self.type(), flags, name))
            self.take(",")
        return tuple(found)

    def type(self) -> Type:
        members = [self._postfix()]
        joint = self.peek()
        while joint in ("|", "&") and self.take(joint):
            members.append(self._postfix())
        if len(members) == 1:
            return members[0]
        return (
            ("U" if joint == "|" else "I", tuple(members)) if joint in ("|", "&") else ("U", tuple(members))
        )

    def _postfix(self) -> Type:
        known = self._plain()
        while self.peek() == "[":
            self.take("[")
            if self.take("keyof"):  # the values of an object
                known = ("X", "ValueOf", (known,))
            elif self.take("await"):  # the list of what a list of promises gives
                known = ("X", "AwaitedAll", (known,))
            else:
                known = ("A", known)
            self.take("]")
        return known

    def _plain(self) -> Type:
        if self.peek() == "(":
            params = self.params()
            self.take("=>")
            return ("FT", params, self.type(), "")
        if self.take("["):
            members = [self.type()]
            while self.take(","):
                members.append(self.type())
            self.take("]")
            return ("T", tuple(members))
        name = self.peek()
        self._at += 1
        if name == "this":
            return THIS
        if name in self._scope:
            return ("P", self._scope[name], None)
        arguments: list[Type] = []
        if self.take("<"):
            arguments.append(self.type())
            while self.take(","):
                arguments.append(self.type())
            self.take(">")
        if name[0].islower():
            return ("B", name)
        return ("A", arguments[0]) if name == "Array" else ("X", name, tuple(arguments))


_LIBRARY_OF: Final = {
    "string": "String",
    "number": "Number",
    "bigint": "BigInt",
    "boolean": "Boolean",
    "symbol": "Symbol",
}


def library_owner(base: Any) -> tuple[str, tuple[Type, ...]]:
    """The library's name of a built-in type, and its arguments."""
    head = base[0]
    if head == "A":
        return "Array", (base[1],)
    if head == "T":
        return "Array", (values.union(list(base[1])),)
    if head == "X":
        return base[1], base[2]
    if head == "L":
        return "String", ()
    if head == "B":
        return _LIBRARY_OF.get(base[1], ""), ()
    return ("Function", ()) if head in ("FT", "BF") else ("", ())
