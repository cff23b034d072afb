"""What type a PHP expression has: variables by what was assigned before, members, results of calls.

A variable has the types of the assignments that reach a place: the last one whose block encloses it,
and those in other blocks after that. Called by `resolver`; rests on `types`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Binding, Evidence, Op
from xray_graph.resolve.languages.php.closures import handed
from xray_graph.resolve.languages.php.documented import Documented, Found, result_of, undeclared
from xray_graph.resolve.languages.php.functions import OF_ENUMS, handed_on
from xray_graph.resolve.languages.php.narrowing import nearer, told, told_of_part
from xray_graph.resolve.languages.php.scopes import around_of, bindings_of, functions
from xray_graph.resolve.languages.php.traits import EXTERNAL, Member
from xray_graph.resolve.languages.php.types import Types
from xray_graph.resolve.languages.php.unions import Type, bound_to, parts, union
from xray_graph.resolve.receivers import OF_SHAPE

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

_TRUTHS: Final = frozenset(
    {"==", "!=", "===", "!==", "<", ">", "<=", ">=", "<>", "&&", "||", "and", "or", "xor", "instanceof", "!"}
)
NAMES: Final = ("C", "D")  # of classes as values
CLASSES: Final = ("N", "&")  # types that have members
MAX_DEPTH: Final = 60  # of values that rest on values
_AT_ONCE: Final = frozenset({"parameter", "narrow", "use"})  # hold from the byte they begin at


class Values(Types):
    """Evaluates expressions of PHP files. One for a project."""

    def value(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        if expression == NONE:
            return None
        row = view.expressions[expression]
        op = row[0]
        if op == Op.NAME:
            return self._name(view, view.strings[row[1]], scope, at)
        if op == Op.LITERAL:
            return ("B", "null" if view.strings[row[1]] == "null" else "scalar")
        key = (view.path, expression)
        if key in self.memo:
            return self.memo[key]
        if self.depth >= MAX_DEPTH:
            return None
        self.memo[key] = None
        self.depth += 1
        try:
            found = self.memo[key] = self._compound(view, row, scope, at)
        finally:
            self.depth -= 1
        return found

    def _compound(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        op = row[0]
        if op == Op.CALL:
            return self.call(view, row, scope, at)
        if op == Op.MEMBER:
            return self._member_value(view, row, scope, at)
        if op == Op.NEW:
            return self.made(view, row, scope, at)
        if op == Op.CHOICE:
            return union(self.value(view, one, scope, at) for one in row[2:] if one != NONE)
        if op == Op.BINARY:
            operator = view.strings[row[1]]
            if operator == "??":
                return union(self.value(view, one, scope, at) for one in row[2:])
            return ("B", "bool" if operator in _TRUTHS else "scalar")
        if op in (Op.INDEX, Op.ELEMENT, Op.PART):
            part = self._part(view, row, self.value(view, row[2], scope, at))
            said = told_of_part(self, view, row, scope, at) if op == Op.INDEX else None
            return part if said is None else nearer(self, said, part)
        if op == Op.SEQUENCE:
            return ("A", union(self.value(view, one, scope, at) for one in row[2:]))
        if op == Op.FUNC:
            return None if row[1] == NONE else ("F", view.path, view.symbols[row[1]])
        if op in (Op.UNARY, Op.KEY):
            return ("B", "scalar")
        if op == Op.CAST:
            written = view.strings[view.expressions[row[2]][1]].lower() if row[2] != NONE else ""
            return ("A", None) if written == "array" else None if written == "object" else ("B", "scalar")
        return None

    # --- names ------------------------------------------------------------------------------------

    def _name(self, view: FileView, name: str, scope: int, at: int) -> Type:
        if name == "$this":
            return self.own_class(view, scope)
        if name.startswith("$"):
            return self.variable(view, name, scope, at)
        return None

    def variable(self, view: FileView, name: str, scope: int, at: int, *, tested: bool = True) -> Type:
        """The type of a variable at a place, with what was tested there or without."""
        found: list[Type] = []
        around = around_of(view, scope)
        for one in reversed(bindings_of(view).get((functions(view, scope), name), ())):
            if one.start > at or (one.start == at and one.kind not in _AT_ONCE):
                continue
            encloses = one.scope in around
            if one.kind in ("narrow", "use"):
                if encloses and (tested or one.kind == "use"):
                    t = self.binding(view, one)
                    if one.kind == "narrow":
                        t = nearer(self, t, self.variable(view, name, scope, one.start, tested=False))
                    return union([*found, t])
                continue
            if one.kind != "unset":
                found.append(self.binding(view, one))
            if encloses:
                return union(found) if found else None
        if found:
            return union(found)
        function = functions(view, scope)
        owner = view.facts.scopes[function].declaration
        if owner == NONE or view.declarations[owner].name:
            return None
        if view.declarations[owner].signature.startswith(("fn", "static fn")):  # sees what is around it
            region = view.facts.scopes[function]
            return self.variable(view, name, region.parent, region.start)
        return None

    def binding(self, view: FileView, one: Binding) -> Type:
        key = (view.path, one.scope, one.start, one.name)
        if key in self.memo:
            return self.memo[key]
        self.memo[key] = None
        if one.kind == "use":
            outer = view.facts.scopes[functions(view, one.scope)]
            found = self.variable(view, one.name, outer.parent, outer.start)
        elif one.type != NONE:
            found = self.as_type(view, one.type, one.scope, one.start)
            if found is not None and found[0] == "T":
                found = ("N", found[1], found[2])
        elif one.kind == "parameter":
            found = handed(self, view, one)  # a default says too little
        else:
            found = self.value(view, one.value, one.scope, one.start)
        self.memo[key] = found
        return found

    # --- members ------------------------------------------------------------------------------------

    def class_ref(self, view: FileView, expression: int, scope: int, at: int) -> Type:
        """The class that stands before `::`, by name; of a variable the class of its value."""
        row = view.expressions[expression]
        if row[0] == Op.NAME and not view.strings[row[1]].startswith("$"):
            t = self.named(view, view.strings[row[1]], scope, at)
            return ("N", t[1], t[2]) if t is not None and t[0] == "T" else t
        t = self.value(view, expression, scope, at)
        return t[1] if t is not None and t[0] in NAMES else t

    def _member_value(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        if row[1] == NONE:
            return None
        name = view.strings[row[1]]
        base = view.expressions[row[2]]
        by_name = base[0] == Op.NAME and not view.strings[base[1]].startswith("$")
        if name == "class":
            return ("C", self.class_ref(view, row[2], scope, at))
        if name.startswith("$") and base[0] == Op.NAME:
            said = told(self, view, f"{view.strings[base[1]]}->{name[1:]}", scope, at)
            if said is not None:
                return nearer(self, said, self._member_of(view, row, name, by_name, scope, at))
        return self._member_of(view, row, name, by_name, scope, at)

    def _member_of(
        self, view: FileView, row: tuple[int, ...], name: str, by_name: bool, scope: int, at: int
    ) -> Type:
        holder = self.class_ref(view, row[2], scope, at) if by_name else self.value(view, row[2], scope, at)
        looked = name if name.startswith("$") else f"::{name}"
        made = []
        for one in [p for p in parts(holder) if p[0] != "B"] or parts(holder):
            if one[0] not in CLASSES:
                made.append(("X", "") if one[0] == "X" else None)
                continue
            found: Found = self.member(one, looked)
            if not isinstance(found, Member):
                found = undeclared(self, view, one, looked, scope, found)
            if isinstance(found, Documented):
                if found.type is not None or found.member is None:
                    made.append(bound_to(found.type, one))
                    continue
                found = found.member
            if not isinstance(found, Member):
                made.append(("X", "") if found == EXTERNAL else None)
                continue
            stated = self.field if looked.startswith("$") else self.constant
            made.append(bound_to(stated(found.path, found.symbol), one))
        return union(made) if made else None

    def _part(self, view: FileView, row: tuple[int, ...], t: Type) -> Type:
        """One element of a value, by its key where that is written."""
        if t is not None and t[0] == "S":
            if row[0] == Op.PART:
                key = str(row[1])
            else:
                inner = view.expressions[row[3]] if len(row) > 3 and row[3] != NONE else (0, NONE)
                key = view.strings[inner[1]].strip("'\"") if inner[0] == Op.LITERAL else ""
            entries: dict[str, Type] = dict(reversed(t[1]))  # of two with one key the first
            if key in entries:
                return entries[key]
        return self.element(t)

    def element(self, t: Type, *, nested: bool = False) -> Type:
        """What iterating over a value, or indexing it, gives; `nested` of an iterator of it."""
        if t is None:
            return None
        if t[0] == "A":
            return t[1]
        if t[0] == "U":
            return union(self.element(one) for one in t[1])
        if t[0] == "S":
            return union(one for _, one in t[1])
        if t[0] == "X":
            return ("X", "")
        if t[0] in CLASSES:
            for name in ("current", "offsetget"):
                found = self.method(t, name)
                if isinstance(found, Member):
                    return bound_to(self.result(found.path, found.symbol), t)
            found = self.method(t, "getiterator")
            if isinstance(found, Member):
                inner = bound_to(self.result(found.path, found.symbol), t)
                return self.element(inner, nested=True) if inner is not None and not nested else None
        return None

    # --- calls ----------------------------------------------------------------------------------------

    def made(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """The class of `new T`."""
        if row[2] == NONE:
            return None
        head = view.expressions[row[2]]
        if head[0] == Op.OBJECT:
            return None if head[1] == NONE else ("N", view.path, view.symbols[head[1]])
        t = self.class_ref(view, row[2], scope, at)
        return t if t is not None and t[0] in ("N", "X") else None

    def call(self, view: FileView, row: tuple[int, ...], scope: int, at: int) -> Type:
        """What a call gives back."""
        callee = view.expressions[row[2]] if row[2] != NONE else (int(Op.UNKNOWN), NONE)
        if callee[0] == Op.NAME and not view.strings[callee[1]].startswith("$"):
            return self._function_result(view, view.strings[callee[1]], row, scope, at)
        if callee[0] == Op.MEMBER and callee[1] != NONE and not view.strings[callee[1]].startswith("$"):
            made = []
            for receiver, found in self.targets(view, callee, scope, at):
                if isinstance(found, Documented):
                    made.append(result_of(self, found, receiver))
                elif isinstance(found, Member):
                    told = self._by_template(view, found, row, scope, at)
                    made.append(told or bound_to(self.result(found.path, found.symbol), receiver))
                elif (name := view.strings[callee[1]].lower()) in OF_ENUMS and self.is_enum(receiver):
                    made.append(("A", receiver) if name == "cases" else receiver)
                else:
                    made.append(("X", "") if found == EXTERNAL else None)
            return union(made) if made else None
        t = self.value(view, row[2], scope, at)
        return self.called(t)

    def _by_template(self, view: FileView, found: Member, row: tuple[int, ...], scope: int, at: int) -> Type:
        """What a call gives whose result is that of one of its arguments, or of the class that one names."""
        position, is_name = self.template(found.path, found.symbol)
        if position == NONE or len(row) <= 3 + position:
            return None
        t = self.value(view, row[3 + position], scope, at)
        if is_name:
            t = t[1] if t is not None and t[0] in NAMES else None
        return t if t is not None and t[0] in CLASSES else None

    def called(self, t: Type) -> Type:
        if t is None:
            return None
        if t[0] == "F":
            return self.result(t[1], t[2])
        if t[0] == "R":
            return t[1]
        if t[0] == "N":
            found = self.method(t, "__invoke")
            return bound_to(self.result(found.path, found.symbol), t) if isinstance(found, Member) else None
        return None

    def _function_result(self, view: FileView, name: str, row: tuple[int, ...], scope: int, at: int) -> Type:
        entry = self.names.find_function(view, name, at)
        if entry is not None:
            found = Member(entry[0], self.project.views[entry[0]].symbols[entry[1]], inherited=False)
            return self._by_template(view, found, row, scope, at) or self.result(found.path, found.symbol)
        if len(row) > 3:
            how = handed_on(name.lstrip("\\").lower())
            if how:
                given = self.value(view, row[3], scope, at)
                return (
                    given
                    if how == "same"
                    else self.element(given)
                    if how == "one"
                    else ("A", self.called(given))
                )
        return ("X", "")

    def targets(
        self, view: FileView, callee: tuple[int, ...], scope: int, at: int
    ) -> list[tuple[Type, Found]]:
        """Each class that a method call's receiver may be, with the method found in it."""
        name = view.strings[callee[1]]
        base = view.expressions[callee[2]]
        by_name = base[0] == Op.NAME and not view.strings[base[1]].startswith("$")
        t = self.class_ref(view, callee[2], scope, at) if by_name else self.value(view, callee[2], scope, at)
        receiver: Type = None
        if by_name and view.strings[base[1]].lower() == "parent":
            receiver = self.own_class(view, scope)  # what `static` means there
        found: list[tuple[Type, Found]] = []
        for one in [p for p in parts(t) if p[0] != "B"] or parts(t):  # a scalar has no methods
            if one[0] in NAMES and not by_name:
                one = one[1]
            if one is None or one[0] not in CLASSES:
                known = EXTERNAL if one is not None and one[0] in ("X", "F", "R") else None
                found.append((one, known))
                continue
            method: Found = self.method(one, name)
            if not isinstance(method, Member):
                method = undeclared(self, view, one, name.lower(), scope, method)
            found.append((receiver or one, method))
        return found

    def evidence(self, view: FileView, base: int, scope: int, at: int) -> Evidence:
        """What a receiver's type is known from."""
        row = view.expressions[base]
        if row[0] != Op.NAME:
            return OF_SHAPE.get(row[0], Evidence.RECEIVER)
        bound = bindings_of(view).get((functions(view, scope), view.strings[row[1]]), ())
        for one in reversed(bound):
            if one.start < at and one.type == NONE and one.value != NONE:
                return OF_SHAPE.get(view.expressions[one.value][0], Evidence.RECEIVER)
        return Evidence.RECEIVER
