"""What a Ruby variable of an object or class is: all it is given in its class. Called by `values`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.languages.ruby import blocks
from xray_graph.resolve.languages.ruby.names import CLASSES, METHODS
from xray_graph.resolve.languages.ruby.types import Type, agreed, plain

if TYPE_CHECKING:
    from xray_graph.model import Binding
    from xray_graph.resolve.languages.ruby.classes import Classes
    from xray_graph.resolve.languages.ruby.values import Values
    from xray_graph.resolve.view import FileView

_HOOKS: Final = {"included": "B", "prepended": "B", "extended": "I", "inherited": "C"}


def class_by_default(values: Values, view: FileView, one: Binding) -> Type:
    """The class that a parameter is where it is not given (`def new(base = Base)`): others derive from it."""
    owner = view.facts.scopes[one.scope].declaration
    for given in view.declarations[owner].parameters if owner != NONE else ():
        if given.name == one.name and given.default != NONE:
            default = values.value(view, given.default, one.scope, one.start)
            return default if default is not None and default[0] == "C" else None
    return None


def hooked_class(view: FileView, one: Binding) -> Type:
    """What the parameter of `def self.included(base)` and its kind is."""
    owner = view.facts.scopes[one.scope].declaration
    method = view.declarations[owner] if owner != NONE else None
    if method is None or method.name not in _HOOKS or [p.name for p in method.parameters][:1] != [one.name]:
        return None
    own = blocks.self_type(view, one.scope)
    if own is None or method.name == "inherited":
        return plain(own)  # has all that its superclass has
    return (_HOOKS[method.name], own[1], False) if own[0] == "C" else None


def variable(values: Values, view: FileView, name: str, scope: int) -> Type:
    """An instance or class variable, by what it is given anywhere in the class or its ancestors."""
    own = values.self_at(view, scope)
    if name.startswith("$") or (own is not None and own[0] == "X"):
        return None
    if own is None:
        return _group_variable(values, view, name, scope)
    if own[0] == "C" and not name.startswith("@@"):
        found = field(values, view, own[1], name, "static")
        return found or (field(values, view, own[1], name, "") if blocks.in_body(view, scope) else None)
    found = field(values, view, own[1], name, "")  # or what `setup do` gives it
    return found or (field(values, view, own[1], name, "static") if blocks.in_body(view, scope) else None)


def _group_variable(values: Values, view: FileView, name: str, scope: int) -> Type:
    """By what the blocks of a test group give it."""
    place = blocks.group(view, scope)
    if place == NONE:
        return None
    values.world.touch_whole(view.path)
    key = (view.path, "group", place, name)
    if key not in values.memo:
        values.memo[key] = None
        made = (values.value(view, o.value, o.scope, o.start) for o in blocks.given(view, place, name))
        values.memo[key] = plain(agreed(made))
    return values.memo[key]


def field(values: Values, view: FileView, full: str, name: str, static: str) -> Type:
    classes = values.classes(view)
    key = classes.key("rb.field", full, name, static)
    return values.derived(key, lambda: _field(values, classes, full, name, static))


def _field(values: Values, classes: Classes, full: str, name: str, static: str) -> Type:
    given = []
    for owner in classes.ancestors(full):
        sides = ("", "static") if name.startswith("@@") else (static,)
        for side in sides:
            for path, index in classes.entries("rb.ivar", owner, side, name):
                view = values.project.views[path]
                values.world.touch(path, view.symbols[index])
                given += _given(values, view, index, name)
    return plain(agreed(given))


def _given(values: Values, view: FileView, method: int, name: str) -> list[Type]:
    found = []
    for one in view.facts.assignments:
        row = view.expressions[one.target]
        if row[0] != Op.NAME or view.strings[row[1]] != name:
            continue
        if view.enclosing(one.scope, METHODS | CLASSES) == method:
            found.append(values.value(view, one.value, one.scope, one.start))
    return found
