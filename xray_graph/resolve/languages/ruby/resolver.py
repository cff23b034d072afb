"""Ruby: the edges of one file. Names are `names`, classes `classes`, values `values`.

A call has an edge when its method is found in a class that is known by the source's own words: `self`, a
constant, something that was plainly constructed. Nothing is matched by a method's name alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, EdgeKind, Evidence, Op
from xray_graph.resolve.languages.ruby import handed, outside, rspec
from xray_graph.resolve.languages.ruby.blocks import local
from xray_graph.resolve.languages.ruby.classes import EXTERNAL, Found
from xray_graph.resolve.languages.ruby.gems import Gems
from xray_graph.resolve.languages.ruby.names import CLASSES, METHODS, full_names, owner_name
from xray_graph.resolve.languages.ruby.types import Type
from xray_graph.resolve.languages.ruby.values import Values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xray_graph.model import Call
    from xray_graph.resolve.project import FileEdges, Project
    from xray_graph.resolve.view import FileView
    from xray_graph.resolve.world import Key

TAKES_NOTHING: Final = 3  # the length of a call without arguments
_SENDS: Final = frozenset({"send", "__send__", "public_send"})
# Classes of the language: a repository that adds methods to one does not make it.
_LIBRARY: Final = frozenset(
    {
        *("Array", "BasicObject", "Class", "Date", "DateTime", "Exception", "Hash", "IO", "Module", "Mutex"),
        *(
            "Object",
            "Proc",
            "Queue",
            "Range",
            "Regexp",
            "Set",
            "StandardError",
            "String",
            "StringIO",
            "Struct",
        ),
        *("Thread", "Time"),
    }
)
# Methods that every object has, and those of every class's body.
_KERNEL: Final = frozenset(
    """
    require require_relative load autoload raise fail puts print p pp printf format sprintf lambda proc
    loop rand srand sleep exit abort at_exit caller binding catch throw fork gets system exec spawn trap
    warn block_given? attr attr_reader attr_writer attr_accessor alias_method define_method private
    public protected module_function private_constant private_class_method public_class_method
    remove_method undef_method refine using
    """.split()  # noqa: SIM905 - read best as a text
)
# What may be any number of arguments; pairs are one hash together.
_OPEN_ARGUMENTS: Final = frozenset({int(Op.SPREAD), int(Op.UNKNOWN), int(Op.MAPPING)})
_OF_SHAPE: Final = {
    int(Op.CALL): Evidence.RESULT,
    int(Op.CHOICE): Evidence.CONSTRUCTION,
}


class RubyResolver:
    languages = frozenset({"ruby"})

    def __init__(self, project: Project) -> None:
        self._project = project
        self._values = Values(project)
        self._classes = self._values.classes
        self._names = self._values.names

    def contribute(self, view: FileView) -> Iterable[tuple[Key, int]]:
        yield from self._names.contribute(view)
        yield from Gems.contribute(view)
        yield from rspec.contribute(view)
        yield from handed.contribute(view)

    def container(self, view: FileView, index: int) -> tuple[str, str] | None:
        return None

    def resolve(self, view: FileView, out: FileEdges) -> None:
        self._values.memo, self._values.selves = {}, {}
        self._imports(view, out)
        for call in sorted(view.facts.calls, key=lambda c: c.expression):
            caller = view.caller(call.scope)
            self._call(view, call, view.symbols[caller] if caller != NONE else "", out)
        self._bases(view, out)
        self._values.memo, self._values.selves = {}, {}

    # --- calls --------------------------------------------------------------------------------------

    def _call(self, view: FileView, call: Call, caller: str, out: FileEdges) -> None:
        row = view.expressions[call.expression]
        callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if callee[0] not in (Op.NAME, Op.MEMBER) or callee[1] == NONE:
            out.missed(caller, "dynamic")
            return
        name = view.strings[callee[1]] + ("=" if call.kind == "setter" else "")
        if call.kind == "operator" and not self._project.world.get(("rb.named", name)):
            return  # the language's own
        if callee[0] == Op.NAME and name == "super":
            self._super(view, call, caller, out)
            return
        receiver: Type
        if callee[0] == Op.NAME:
            receiver = self._values.self_at(view, call.scope)
            if name in _SENDS:
                name = self._sent(view, row)
            found = self._implicit(view, name, call, receiver)
        else:
            receiver = self._values.value(view, callee[2], call.scope, call.start)
            if name in _SENDS and self._sent(view, row):
                name = self._sent(view, row)
            found = self._values.method(view, receiver, name)
        if not isinstance(found, Found):
            made = receiver[1] if name == "new" and receiver is not None and receiver[0] == "C" else None
            place = None if made is None or made in _LIBRARY else self._classes(view).place(made)
            if place is not None and made is not None and not outside.is_reopened(self._classes(view), made):
                out.call(caller, place, Evidence.CONSTRUCTION, call.line)
            elif call.kind != "operator":
                library = made in _LIBRARY or place is not None or (callee[0] == Op.NAME and name in _KERNEL)
                out.missed(caller, "external" if library else self._reason(found, name))
            return
        if call.kind != "operator" and self._takes_less(
            view, found, row[4:] if view.name(row[2]) in _SENDS else row[3:]
        ):
            out.missed(caller, "unknown")  # of another object: one that a block is evaluated on
            return
        self._edge(view, found, self._evidence(view, callee, name, found, call), call, caller, name, out)

    def _takes_less(self, view: FileView, found: Found, arguments: tuple[int, ...]) -> bool:
        """Whether a call has more arguments than a method can take."""
        kinds = [view.expressions[a][0] for a in arguments if a != NONE]
        given = sum(kind not in _OPEN_ARGUMENTS for kind in kinds) + (Op.MAPPING in kinds)
        if not given:
            return False
        there = self._project.views[found.path]
        index = there.index_of(found.symbol)
        one = None if index is None else there.declarations[index]
        if one is None or not one.signature.startswith("def ") or "alias" in one.attributes:
            return False
        taken = [p for p in one.parameters if "block" not in p.flags]
        return given > len(taken) and not any(p.flags for p in taken)

    def _reason(self, found: str | None, name: str) -> str:
        """Why a call has no edge: what no file of the repository defines is a method from outside."""
        if not name or name in _SENDS:
            return "dynamic"  # `send` of a computed name
        named = name == "new" or self._project.world.get(("rb.named", name))
        return "external" if found == EXTERNAL or not named else "unknown"

    def _implicit(self, view: FileView, name: str, call: Call, receiver: Type) -> Found | str | None:
        if name == "new" and receiver is not None and receiver[0] == "C":
            return self._values.method(view, receiver, name)
        found = self._values.implicit(view, name, call.scope)
        if name == "subject" and isinstance(found, Found) and found.path == view.path:
            index = view.index_of(found.symbol)
            if index is not None and view.declarations[index].start == call.start:
                return EXTERNAL  # what defines it
        if name == "subject" and len(view.expressions[call.expression]) > TAKES_NOTHING:
            return EXTERNAL  # `subject(:cart) { … }` defines one
        return found

    @staticmethod
    def _sent(view: FileView, row: tuple[int, ...]) -> str:
        """The name in `send(:name)`."""
        if len(row) < 4 or row[3] == NONE:
            return ""
        given = view.expressions[row[3]]
        text = view.strings[given[1]] if given[0] == Op.LITERAL else ""
        return text[1:] if text.startswith(":") else text.strip("\"'") if text[:1] in "\"'" else ""

    def _super(self, view: FileView, call: Call, caller: str, out: FileEdges) -> None:
        index = view.enclosing(call.scope, METHODS)
        one = None if index == NONE else view.declarations[index]
        owner = "" if one is None else owner_name(view, one.parent)
        if one is None or not owner:
            out.missed(caller, "unknown")
            return
        found: Found | str | None
        if "static" in one.attributes:
            found = self._classes(view).static_method(view, owner, one.name, above=True)
        else:
            line = self._classes(view).ancestors(owner)
            found = self._classes(view).instance_method(view, owner, one.name, after=line.index(owner))
        if isinstance(found, Found):
            self._edge(view, found, Evidence.INHERITS, call, caller, one.name, out)
        else:
            out.missed(caller, "external" if found == EXTERNAL else "unknown")

    def _edge(
        self,
        view: FileView,
        found: Found,
        evidence: Evidence,
        call: Call,
        caller: str,
        name: str,
        out: FileEdges,
    ) -> None:
        found, through = self._behind(view, found)
        detail = name if through else ""
        out.resolved_calls += 1
        out.add(
            EdgeKind.CALLS,
            (view.path, caller),
            (found.path, found.symbol),
            evidence,
            call.line,
            detail=detail,
        )

    def _behind(self, view: FileView, found: Found) -> tuple[Found, bool]:
        """The method behind an alias, where it is one of the repository."""
        for _ in range(4):
            there = self._project.views[found.path]
            index = there.index_of(found.symbol)
            one = None if index is None else there.declarations[index]
            if one is None or "alias" not in one.attributes or one.value == NONE or not found.owner:
                return found, False
            if there.expressions[one.value][0] == Op.UNKNOWN:  # of an operator, which has no name here
                return found, False
            old = there.strings[there.expressions[one.value][1]].removeprefix(":").strip("\"'")
            static = "static" in one.attributes
            look = self._classes(view).static_method if static else self._classes(view).instance_method
            target = look(view, found.owner, old)
            if not isinstance(target, Found) or target.symbol == found.symbol:
                return found, False
            if "alias" not in self._attributes(target):
                return target, True
            found = target
        return found, True

    def _attributes(self, found: Found) -> tuple[str, ...]:
        view = self._project.views[found.path]
        index = view.index_of(found.symbol)
        return () if index is None else view.declarations[index].attributes

    def _evidence(
        self, view: FileView, callee: tuple[int, ...], name: str, found: Found, call: Call
    ) -> Evidence:
        if not found.owner:
            return Evidence.LEXICAL if found.path == view.path else Evidence.IMPORT
        if name == "new":
            return Evidence.CONSTRUCTION
        if callee[0] == Op.NAME:
            return Evidence.INHERITS if found.position else Evidence.RECEIVER
        base = view.expressions[callee[2]]
        if found.position:
            return Evidence.INHERITS
        if base[0] in (Op.NAME, Op.MEMBER):
            word = view.strings[base[1]]
            if word == "self":
                return Evidence.RECEIVER
            if word[:1].isupper():
                return Evidence.LEXICAL if found.path == view.path else Evidence.SAME_PACKAGE
            if word.startswith("@"):
                return Evidence.FIELD
            bound = local(view, word, call.scope, call.start)
            if bound is None:
                return Evidence.RESULT
            shape = view.expressions[bound[-1].value][0] if bound[-1].value != NONE else 0
            return Evidence.CONSTRUCTION if shape == Op.CALL else Evidence.RECEIVER
        return _OF_SHAPE.get(base[0], Evidence.RECEIVER)

    # --- the other edges ------------------------------------------------------------------------------

    def _imports(self, view: FileView, out: FileEdges) -> None:
        done = {view.path}
        for one in view.facts.imports:
            path = self._names.required(view, one)
            if path is not None and path not in done:
                done.add(path)
                out.add(EdgeKind.IMPORTS, (view.path, ""), (path, ""), Evidence.IMPORT, one.line)

    def _bases(self, view: FileView, out: FileEdges) -> None:
        """`inherits` to superclasses and mixins; `reopens` to the first part of a class."""
        names = full_names(view)
        done: set[tuple[str, tuple[str, str]]] = set()
        for index, one in enumerate(view.declarations):
            if one.kind not in CLASSES:
                continue
            own = (view.path, view.symbols[index])
            for _, expression in one.bases:
                base = self._classes(view).base(view, index, expression)
                place = None if base is None else self._classes(view).place(base)
                if place is not None and place != own and (own[1], place) not in done:
                    done.add((own[1], place))
                    out.add(EdgeKind.INHERITS, own, place, Evidence.INHERITS, one.line)
            place = self._classes(view).place(names[index])
            if place is not None and place[0] != view.path and (own[1], place) not in done:
                done.add((own[1], place))
                out.add(EdgeKind.REOPENS, own, place, Evidence.SAME_PACKAGE, one.line)
