"""PHP templates: of which parameter's type a result is. Read off one declaration; called by `types`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op

if TYPE_CHECKING:
    from xray_graph.resolve.view import FileView

TEMPLATE: Final = "@template"  # what stands before the name of one in a type


def template_of(view: FileView, index: int) -> tuple[int, bool]:
    """The parameter whose template a result is, or NONE; whether it takes the name of a class."""
    one = view.declarations[index]
    told = _template_in(view, one.results[0]) if one.results else ("", False)
    if told[0] and not told[1]:
        for position, parameter in enumerate(one.parameters):
            name, is_class = _template_in(view, parameter.type)
            if name == told[0]:
                return position, is_class
    return NONE, False


def _template_in(view: FileView, expression: int) -> tuple[str, bool]:
    """The one template that a type is but for `null` and what is declared; whether in `class-string<T>`."""
    if expression == NONE:
        return "", False
    row = view.expressions[expression]
    if row[0] in (Op.OPTIONAL, Op.UNION, Op.INTERSECTION):
        found = {_template_in(view, one) for one in row[2:]} - {("", False)}
        return found.pop() if len(found) == 1 else ("", False)
    if row[0] != Op.APPLY:
        return "", False
    if view.name(row[2]) == TEMPLATE:
        return view.name(row[3]), False
    if view.name(row[2]) == "class-string":
        return _template_in(view, row[3])[0], True
    return "", False
