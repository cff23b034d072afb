"""The classes that include a Ruby module: what it calls on itself and does not have is a method of theirs.

So is what it calls on the class that includes it, in `included do … end`. They may lie where the module
itself sees nothing of them, in tests or in other gems. Called by `classes` and `values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from xray_graph.resolve.languages.ruby.names import full_names

if TYPE_CHECKING:
    from xray_graph.resolve.languages.ruby.classes import Classes, Found
    from xray_graph.resolve.languages.ruby.gems import Unit
    from xray_graph.resolve.view import FileView

MAX_USERS: Final = 60  # of one module


def users(classes: Classes, full: str) -> tuple[tuple[Unit, str], ...]:
    """Each that includes a module, also through another one, with its unit; none where they are too many."""
    found: list[tuple[Unit, str]] = []
    for path, index in classes.world.get(("rb.mixed", full.rpartition("::")[2])):
        unit = classes.gems.unit(path)
        if classes.unit not in classes.gems.seen(unit):
            continue
        there = classes.of(unit)
        view = classes.project.views[path]
        classes.world.touch(path, view.symbols[index])
        one = view.declarations[index]
        mixed = [e for how, e in one.bases if how in ("mixes", "prepends")]
        if any(there.base(view, index, expression) == full for expression in mixed):
            name = full_names(view)[index]
            found += [(unit, name), *(there.users(name) if one.kind == "module" else ())]
    return tuple(dict.fromkeys(found)) if len(found) <= MAX_USERS else ()


def of_users(classes: Classes, view: FileView, full: str, name: str) -> Found | None:
    """The one method of a name where a module is included.

    Where none is that can be loaded with the module, one of the tests of its gem.
    """
    found: dict[Found, Unit] = {}
    for unit, user in classes.users(full):
        one = classes.of(unit).instance_method(view, user, name)
        if one is not None and not isinstance(one, str):
            found[one._replace(position=1)] = classes.gems.unit(one.path)
    return _only(classes, found)


def of_base(classes: Classes, view: FileView, full: str, name: str) -> Found | None:
    """The method of the class that includes a module; of "" one that all classes have."""
    if not classes.world.get(("rb.named", name)):
        return None
    for module in classes.given(full) if full else ():
        one = classes.instance_method(view, module, name)
        if one is not None and not isinstance(one, str) and one.owner in classes.ancestors(module):
            return one._replace(position=1)
    found: dict[Found, Unit] = {}
    for unit, user in classes.users(full) if full else ():
        one = classes.of(unit).static_method(view, user, name)
        if one is not None and not isinstance(one, str):
            found[one._replace(position=1)] = classes.gems.unit(one.path)
    return _only(classes, found) if found else classes.of_every_class(view, name)


def _only(classes: Classes, found: dict[Found, Unit]) -> Found | None:
    """The one method that several classes have."""
    seen = classes.gems.seen(classes.unit) if found else frozenset()
    near = [one for one, unit in found.items() if unit in seen]
    near = near or [one for one, unit in found.items() if unit[0] == classes.unit[0]]
    return min(near) if len({(one.path, one.symbol) for one in near}) == 1 else None
