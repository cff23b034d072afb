"""Java's classes: bases, constructors, methods and fields as they are declared, and what the language adds.

On `nominal.classes`; added are what enums, records and arrays have without writing it. Called by
`names`, `values` and `resolver`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from xray_graph.model import NONE
from xray_graph.resolve.languages.java.library import LIBRARY
from xray_graph.resolve.languages.java.modules import Modules
from xray_graph.resolve.languages.java.names import TYPE_KINDS, Names
from xray_graph.resolve.languages.nominal.functional import FunctionalClasses
from xray_graph.resolve.languages.nominal.types import (
    ABSTRACT,
    CONSTRUCTOR,
    DEFAULT,
    OF_PACKAGE,
    PRIVATE,
    STATIC,
    SYNTHETIC,
    VARIADIC,
    Field,
    Method,
    Type,
)

if TYPE_CHECKING:
    from xray_graph.resolve.project import Project
    from xray_graph.resolve.view import FileView

ROOT: Final = "java.lang.Object"
STRING: Final[Type] = ("X", "java.lang.String", ())
_OF_ROOT: Final = frozenset({"equals", "hashCode", "toString", "getClass"})
_VISIBLE: Final = frozenset({"exported", "protected", "private"})  # else seen in the package alone
_FLAGS: Final = {"static": STATIC, "abstract": ABSTRACT, "private": PRIVATE, "constructor": CONSTRUCTOR}


class JavaClasses(FunctionalClasses):
    def __init__(self, project: Project, modules: Modules) -> None:
        super().__init__(project, "java", LIBRARY, ROOT)
        self.names = Names(modules, self)

    # --- what is declared -------------------------------------------------------------------------

    def bases_of(self, path: str, symbol: str) -> list[Type]:
        found = self.view_of(path, symbol)
        if found is None:
            return []
        view, index = found
        one = view.declarations[index]
        own = index if one.type_parameters else NONE
        bases = [self.names.as_type(view, base, one.scope, own) for _, base in one.bases]
        if one.kind == "enum":
            bases.append(("X", "java.lang.Enum", (("N", path, symbol, ()),)))
        elif one.kind == "constant" and one.parent != NONE:  # an enum constant with a body
            bases.append(("N", path, view.symbols[one.parent], ()))
        elif "record" in one.attributes:
            bases.append(("X", "java.lang.Record", ()))
        elif "annotation" in one.attributes:
            bases.append(("X", "java.lang.annotation.Annotation", ()))
        return bases

    def base_class(self, path: str, symbol: str) -> Type:
        """What `super` is: the class that is extended, or the root's."""
        found = self.view_of(path, symbol)
        if found is not None:
            view, index = found
            one = view.declarations[index]
            if one.kind == "constant" and one.parent != NONE:
                return ("N", path, view.symbols[one.parent], ())
            own = index if one.type_parameters else NONE
            for how, base in one.bases:
                if how == "extends" and one.kind == "class":
                    return self.names.as_type(view, base, one.scope, own)
        return ("X", ROOT, ())

    def methods_of(self, path: str, symbol: str, name: str) -> list[Method]:
        found = self.view_of(path, symbol)
        if found is None:
            return []
        view, index = found
        methods = [
            self.method(view, child)
            for child in view.members(index).get(name, ())
            if view.declarations[child].kind == "method"
            and "constructor" not in view.declarations[child].attributes
        ]
        one = view.declarations[index]
        own: Type = ("N", path, symbol, ())
        if one.kind == "enum" and name == "values":
            methods.append(Method("", "", name, STATIC, (), 0, ("A", own), ()))
        elif one.kind == "enum" and name == "valueOf":
            methods.append(Method("", "", name, STATIC, (STRING,), 1, own, ()))
        elif "record" in one.attributes and not any(not m.parameters for m in methods):
            field = self.field_of(path, symbol, name)
            if field is not None and field.flags & SYNTHETIC:
                methods.append(Method(path, field.symbol, name, SYNTHETIC, (), 0, field.type, ()))
        return methods

    def constructors(self, path: str, symbol: str) -> list[Method]:
        """The constructors that a class writes down; none when it has only the implied one."""
        return self.derived(("java.made", path, symbol), lambda: self._constructors(path, symbol), [])

    def _constructors(self, path: str, symbol: str) -> list[Method]:
        found = self.view_of(path, symbol)
        if found is None:
            return []
        view, index = found
        one = view.declarations[index]
        made = []
        canonical = False
        for child in view.members(index).get(one.name, ()):
            attributes = view.declarations[child].attributes
            if "constructor" not in attributes:
                continue
            method = self.method(view, child)
            if "compact" in attributes:
                method = self._with_components(view, index, method)
            canonical = canonical or len(method.parameters) == len(one.parameters)
            made.append(method)
        if "record" in one.attributes and made and not canonical:
            implied = Method(path, symbol, one.name, CONSTRUCTOR, (), 0, None, ())
            made.append(self._with_components(view, index, implied))
        return made

    def _with_components(self, view: FileView, index: int, method: Method) -> Method:
        model = self.method(view, index)
        return method._replace(
            parameters=model.parameters,
            required=model.required,
            flags=method.flags | (model.flags & VARIADIC),
        )

    def method(self, view: FileView, index: int) -> Method:
        """What can be called: a method, a constructor, a record as a whole."""
        one = view.declarations[index]
        scope = one.scope if one.kind == "method" else one.body
        own = index if one.type_parameters else NONE
        flags = 0
        for attribute in one.attributes:
            flags |= _FLAGS.get(attribute, 0)
        if one.parent != NONE and view.declarations[one.parent].kind == "interface":
            flags |= 0 if flags & (STATIC | ABSTRACT) or "private" in one.attributes else DEFAULT
        if not _VISIBLE.intersection(one.attributes):
            flags |= OF_PACKAGE
        variadic = bool(one.parameters) and one.parameters[-1].flags == "variadic"
        if variadic:
            flags |= VARIADIC
        as_type = self.names.as_type
        symbol = view.symbols[index]
        return Method(
            view.path,
            symbol,
            one.name,
            flags,
            tuple(as_type(view, p.type, scope, own) for p in one.parameters),
            len(one.parameters) - variadic,
            as_type(view, one.results[0], scope, own) if one.results else None,
            tuple(("V", name, view.path, symbol) for name, _ in one.type_parameters),
        )

    def field_of(self, path: str, symbol: str, name: str) -> Field | None:
        found = self.view_of(path, symbol)
        if found is None:
            return None
        view, index = found
        for child in view.members(index).get(name, ()):
            one = view.declarations[child]
            if one.kind not in ("field", "constant"):
                continue
            flags = STATIC if "static" in one.attributes else 0
            if "component" in one.attributes:
                flags |= SYNTHETIC
            if one.type == NONE:  # an enum's constant
                t: Type = ("N", path, symbol, ())
            else:
                t = self.names.as_type(view, one.type, one.scope)
                if "variadic" in one.attributes:
                    t = ("A", t)
            return Field(path, view.symbols[child], t, flags)
        return None

    def bound_of(self, path: str, symbol: str, name: str) -> Type:
        found = self.view_of(path, symbol)
        if found is None:
            return None
        view, index = found
        one = view.declarations[index]
        for known, bound in one.type_parameters:
            if known == name and bound != NONE:
                return self.names.as_type(view, bound, one.scope, index)
        return None

    # --- functional interfaces --------------------------------------------------------------------

    def lambda_method(self, path: str, symbol: str) -> Method | None:
        head = self.head(path, symbol)
        if head is None or head.kind != "interface":
            return None
        found = self.abstract_methods(path, symbol)
        return found[0] if len(found) == 1 else None

    def declared_methods(self, path: str, symbol: str) -> list[Method]:
        found = self.view_of(path, symbol)
        if found is None:
            return []
        view, index = found
        return [
            self.method(view, child)
            for name, children in sorted(view.members(index).items())
            if name not in _OF_ROOT
            for child in children
            if view.declarations[child].kind == "method"
            and "static" not in view.declarations[child].attributes
        ]

    def type_of(self, view: FileView, index: int) -> Any:
        """A class as a type, its own parameters standing for themselves."""
        return ("N", view.path, view.symbols[index], ())


__all__ = ["ROOT", "STRING", "TYPE_KINDS", "JavaClasses"]
