"""The values that one stage hands to the next. Frozen; no I/O; imports nothing of the house.

`walk` makes SourceFile and Skip; `parse` makes FileFacts; `resolve` makes Node and Edge.
Facts are plain MessagePack-able structs, because they cross processes and live in a cache.
Every position is a byte offset into the file's stored text (UTF-8); every line counts from 1.
"""

from __future__ import annotations

import enum
from typing import Final

import msgspec

# --- walk ---------------------------------------------------------------------------------


class SkipReason(enum.StrEnum):
    """Why a path has no facts. The value is what a user reads in the build report."""

    IGNORED = "ignored"  # an ignore rule, `detail` names it
    DEPENDENCY = "dependency"  # node_modules, vendor/, site-packages, ...
    BUILD_OUTPUT = "build-output"
    TOO_LARGE = "too-large"
    BINARY = "binary"
    SECRET = "secret"  # noqa: S105 - a reason, not a password
    MINIFIED = "minified"
    SYMLINK = "symlink"
    OUTSIDE = "outside"  # a link that leaves the root
    ENCODING = "encoding"
    UNREADABLE = "unreadable"
    SUBMODULE = "submodule"
    LFS_POINTER = "lfs-pointer"
    NOT_CHECKED_OUT = "not-checked-out"  # a sparse work tree
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    NO_PARSER = "no-parser"  # the static build asked to read code


class Skip(msgspec.Struct, frozen=True, gc=False):
    """One path (a file or a whole folder, then with a trailing slash) that was left out."""

    path: str
    reason: SkipReason
    detail: str = ""


class SourceFile(msgspec.Struct, frozen=True, gc=False):
    """One file of the set. `language` is "" for a file that has a node but no reader."""

    path: str  # relative to the root, `/`-separated, no `.` or `..`
    language: str  # dialect decided by the walk: "c" or "cpp" for a .h, "tsx" for .tsx, ...
    size: int
    attributes: tuple[str, ...] = ()  # "generated", "minified", "secret", "binary", ...

    @property
    def has_content(self) -> bool:
        """Whether the text may be read, stored and parsed."""
        return not {"secret", "binary", "too-large", "minified", "lfs-pointer"} & set(self.attributes)


class Repository(msgspec.Struct, frozen=True):
    """Where a map came from. Empty strings outside git."""

    name: str
    root: str  # absolute path on the building machine; never stored in a snapshot
    commit: str = ""
    branch: str = ""
    dirty: bool = False
    commit_time: int = 0  # seconds since the epoch


class Diagnostic(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that is wrong with one file and does not end the build."""

    code: str  # "parse-error", "lossy-decode", "damaged-name", ...
    message: str
    line: int = 0
    end_line: int = 0


# --- facts: what one file says, without looking at any other -------------------------------


class Op:
    """The head of an expression tuple `(op, name, *children)`, see FileFacts.expressions.

    Plain numbers: expressions are compared with these more often than with anything else, and a member
    of an enumeration takes six times as long to compare.
    """

    UNKNOWN: Final = 0  # something the reader has no shape for
    NAME: Final = 1  # identifier; also `this`, `self`, `super` where they are words of the language
    MEMBER: Final = 2  # (base) base.name, base->name, base::name, base?.name
    CALL: Final = 3  # (callee, *arguments); name: "!" of a macro of Rust
    # (type, *arguments) `new T(...)`, `T{...}`; the name slot holds the class written with it, or -1
    NEW: Final = 4
    INDEX: Final = 5  # (base, *indices); in a type: generic arguments, see APPLY
    LITERAL: Final = 6  # name: "string" "int" "float" "bool" "rune" "null" "regex"
    FUNC: Final = 7  # unnamed function; the name slot holds its declaration's index
    OBJECT: Final = 8  # object literal or unnamed class; the name slot holds its declaration's index, or -1
    UNARY: Final = 9  # name is the operator: & * <- ! - await typeof ...
    BINARY: Final = 10  # (left, right); name is the operator
    CAST: Final = 11  # (type, operand) type assertion, `as`, C cast; operand may be missing
    CHOICE: Final = 12  # (*alternatives) ternary, `or`, if-expression
    SEQUENCE: Final = 13  # (*elements) list, set, tuple, array literal
    KEYWORD: Final = 14  # (value) argument passed by the name in `name`
    SPREAD: Final = 15  # (value) *args, ...args
    MAPPING: Final = 16  # (key, value, key, value, ...) dict or map literal
    COMPREHENSION: Final = 17  # (element) or (key, value); the name slot holds its scope
    # values taken out of another value
    PART: Final = 20  # (value) the name slot holds the position: k-th result or element; below 0 from the end
    ELEMENT: Final = 21  # (value) what an iteration over the value yields
    KEY: Final = 22  # (value) the key or index of that iteration
    ENTER: Final = 23  # (value) what a `with` block binds
    SLICE: Final = 24  # (value) same type as the value; name: the bounds where they are known, as "1:-1"
    WITHIN: Final = 25  # (value) what a block ends with; the name slot holds the scope that it stands in
    # shapes that occur only in types
    POINTER: Final = 30  # (type)
    ARRAY: Final = 31  # (element)
    MAP: Final = 32  # (key, value)
    CHAN: Final = 33  # (element)
    FUNC_TYPE: Final = 34  # (result or -1, *parameters)
    TUPLE: Final = 35  # (*members)
    UNION: Final = 36  # (*members)
    OPTIONAL: Final = 37  # (type)
    APPLY: Final = 38  # (generic type, *arguments)
    TYPEOF: Final = 39  # (value)
    VARIADIC: Final = 40  # (type)
    INTERSECTION: Final = 41  # (*members)
    TYPE_DECL: Final = 42  # struct or interface written in place; the name slot holds its declaration's index


OPS: Final[dict[str, int]] = {name: value for name, value in vars(Op).items() if name.isupper()}
NONE: Final = -1

# Which kinds of declaration hold what.
CALLABLES: Final = frozenset({"function", "method"})
TYPES: Final = frozenset({"class", "struct", "interface", "trait", "enum", "impl", "object", "type"})
CONTAINERS: Final = TYPES | {"module", "namespace"}
VARIABLES: Final = frozenset({"variable", "constant"})


class Scope(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A region in which names are bound. Scope 0 is the file."""

    parent: int
    start: int
    end: int
    declaration: int  # the declaration whose region this is, or -1 for a plain block


class Parameter(msgspec.Struct, frozen=True, gc=False, array_like=True):
    name: str
    type: int = NONE  # expression
    default: int = NONE  # expression
    flags: str = ""  # "variadic", "optional", "keyword", "mapping" (**kwargs)


class Declaration(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One named thing, or one unnamed function, class or object that can hold calls.

    Indices: `parent` into declarations, `scope` and `body` into scopes, the rest into expressions.
    """

    kind: str  # a NodeKind, or "impl", "namespace", "object": containers that are no node
    name: str  # as written, without generic arguments; "" when unnamed
    parent: int  # enclosing declaration or -1
    scope: int  # the scope it is declared in; its types and value are read there
    body: int  # its own scope, or -1
    start: int
    end: int
    line: int
    end_line: int
    name_line: int
    signature: str = ""
    doc: str = ""
    attributes: tuple[str, ...] = ()
    receiver: int = NONE  # Go receiver type, Rust impl type, the `A::B` of a C++ `A::B::f`
    type: int = NONE  # declared type of a variable, constant, field; aliased type; impl's type
    value: int = NONE  # initialiser
    parameters: tuple[Parameter, ...] = ()
    results: tuple[int, ...] = ()
    bases: tuple[tuple[str, int], ...] = ()  # (extends | implements | embeds | mixes | metaclass, type)
    type_parameters: tuple[tuple[str, int], ...] = ()  # (name, bound or -1)
    decorators: tuple[int, ...] = ()


class Binding(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A local name: parameter, variable, loop or catch variable, narrowed name."""

    scope: int
    name: str
    start: int  # visible from here, where the language cares
    type: int = NONE
    value: int = NONE
    kind: str = "local"  # "local" "parameter" "receiver" "loop" "catch" "narrow" "assign" "global" "nonlocal"


class Import(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """One imported name. `module` is as written (quotes off)."""

    module: str
    name: str = ""  # what is taken out of the module; "" the module itself, "*" everything
    alias: str = ""  # the name it is bound to here; "" when none is
    kind: str = ""  # "", "export" (passed on), "static", "type", "include", "system", "dynamic", ...
    line: int = 0
    scope: int = 0
    start: int = 0


class Call(msgspec.Struct, frozen=True, gc=False, array_like=True):
    expression: int  # a CALL or NEW expression
    scope: int
    start: int  # byte of the callee's name
    line: int  # line of the callee's name
    kind: str = ""  # "", "new", "decorator", "implicit", "operator", "macro", "super", "construct"


class Reference(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A use that is no call: a type, a value, a JSX tag, a link, a code span."""

    expression: int
    scope: int
    line: int
    kind: str = "type"  # "type" "value" "tag" "link" "code" "raise" "catch"
    start: int = 0


class Assignment(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`base.name = value`: fields made in methods, prototypes, exports."""

    target: int  # a MEMBER or INDEX expression
    value: int
    scope: int
    start: int
    line: int
    type: int = NONE
    end: int = 0


class Export(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """`export {a as b}`, `export default e`, `__all__`."""

    name: str
    expression: int
    line: int = 0


class Return(msgspec.Struct, frozen=True, gc=False, array_like=True):
    declaration: int
    expression: int
    scope: int
    kind: str = "return"  # "return" "yield", of a Rust macro "rule " and the variables of the rule


class Statement(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An SQL statement written in a string, by the tables that it reads or changes."""

    tables: tuple[str, ...]  # as written, without quotes
    scope: int
    start: int
    line: int
    loud: bool = False  # whether its keywords are in capitals, which prose that reads alike has not


class FactsHead(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What can be told of a file without unpacking the rest of its facts."""

    language: str
    package: str = ""  # package clause, namespace
    attributes: tuple[str, ...] = ()  # "build=linux && cgo", "generated", ...
    diagnostics: tuple[Diagnostic, ...] = ()
    lines: int = 0
    size: int = 0  # bytes of its stored text
    doc: str = ""  # the file's own comment


class FileFacts(FactsHead, frozen=True, gc=False, array_like=True):
    """Everything one file states. A function of its bytes, dialect and the extractor's version.

    `expressions[i]` is `(op, name, *children)`: `name` indexes `strings` (or is a number where Op
    says so, or -1), children are indices below `i`, or -1. Plain names and types are shared between
    places, so the context (scope and position) comes from the record that holds the index.
    """

    strings: tuple[str, ...] = ()
    expressions: tuple[tuple[int, ...], ...] = ()
    scopes: tuple[Scope, ...] = ()
    declarations: tuple[Declaration, ...] = ()
    bindings: tuple[Binding, ...] = ()
    imports: tuple[Import, ...] = ()
    calls: tuple[Call, ...] = ()
    references: tuple[Reference, ...] = ()
    assignments: tuple[Assignment, ...] = ()
    exports: tuple[Export, ...] = ()
    returns: tuple[Return, ...] = ()
    statements: tuple[Statement, ...] = ()


class PackedFacts:
    """One file's facts as MessagePack, a ninth of their size in memory, unpacked when asked for."""

    __slots__ = ("data", "head")

    def __init__(self, data: bytes) -> None:
        """Raises msgspec.MsgspecError when `data` holds no facts."""
        self.data = data
        self.head = _HEAD.decode(data)

    @classmethod
    def of(cls, facts: FileFacts) -> PackedFacts:
        return cls(msgspec.msgpack.encode(facts))

    def unpack(self) -> FileFacts:
        return _FACTS.decode(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedFacts) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)


_HEAD: Final = msgspec.msgpack.Decoder(FactsHead)
_FACTS: Final = msgspec.msgpack.Decoder(FileFacts)


# --- the graph ------------------------------------------------------------------------------


class NodeKind(enum.StrEnum):
    REPOSITORY = "repository"
    PACKAGE = "package"
    FILE = "file"
    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    STRUCT = "struct"
    INTERFACE = "interface"
    TRAIT = "trait"
    ENUM = "enum"
    TYPE = "type"
    CONSTANT = "constant"
    VARIABLE = "variable"
    FIELD = "field"
    MACRO = "macro"
    MODULE = "module"
    DOCUMENT = "document"
    SECTION = "section"
    MANIFEST = "manifest"
    IMAGE = "image"
    SECRET = "secret"  # noqa: S105 - a Kubernetes kind
    CONFIGMAP = "configmap"
    SERVICEACCOUNT = "serviceaccount"
    PVC = "pvc"
    SERVICE = "service"
    TABLE = "table"
    VIEW = "view"
    CONFIG = "config"
    ENV = "env"
    ENDPOINT = "endpoint"
    JOB = "job"
    CHART = "chart"


class EdgeKind(enum.StrEnum):
    CONTAINS = "contains"
    CALLS = "calls"
    IMPORTS = "imports"
    INHERITS = "inherits"
    IMPLEMENTS = "implements"
    REFERENCES = "references"
    DOCUMENTS = "documents"
    TESTS = "tests"
    DECORATES = "decorates"
    READS = "reads"
    REOPENS = "reopens"
    BUILD_VARIANT = "build-variant"


class Evidence(enum.StrEnum):
    """Why an edge exists: a closed list. Never a repository-wide name match."""

    LEXICAL = "lexical"  # an enclosing scope of the same file
    SAME_PACKAGE = "same-package"  # the package's, module's or namespace's own scope
    IMPORT = "import"
    RE_EXPORT = "re-export"
    RECEIVER = "receiver"  # the declared type of a variable or parameter, or `this`
    FIELD = "field"
    RESULT = "result"  # a declared result type
    CONSTRUCTION = "construction"
    INHERITS = "inherits"  # found on a base of the receiver's type
    ANNOTATION = "annotation"
    LINK = "link"
    DECLARED_KEY = "declared-key"


# The path of what files name and none of them declares: an image, a Secret that somebody else makes. One
# node each, whoever names it. No file can have this path, for it ends with a slash.
OUTSIDE: Final = "outside/"

# Why a call has no edge. A `builtin` (a conversion too) is no call into any code.
REASONS: Final = ("external", "builtin", "dynamic", "ambiguous", "unknown")
NODE_KINDS: Final[tuple[str, ...]] = tuple(NodeKind)
EDGE_KINDS: Final[tuple[str, ...]] = tuple(EdgeKind)
EVIDENCE: Final[tuple[str, ...]] = tuple(Evidence)


class Node(msgspec.Struct, frozen=True, gc=False):
    """One node. Its name in replies is `label//path::symbol`, or `label//path` for a file."""

    path: str
    symbol: str  # "" for the file itself
    kind: str
    language: str = ""
    line: int = 0
    end_line: int = 0
    name_line: int = 0
    start_byte: int = 0
    end_byte: int = 0
    signature: str = ""
    doc: str = ""
    attributes: tuple[str, ...] = ()


class Edge(msgspec.Struct, frozen=True, gc=False):
    """One edge between `(path, symbol)` pairs: names, so that it survives edits elsewhere."""

    kind: str
    source: tuple[str, str]
    target: tuple[str, str]
    evidence: str
    line: int = 0  # of the site: in the source's file, for `decorates` in the target's
    dynamic: bool = False
    detail: str = ""  # what it was called here, when that is not the target's own name
