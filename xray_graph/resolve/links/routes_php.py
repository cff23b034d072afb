"""Routes of Laravel, Slim and Symfony.

Laravel's are static calls of its `Route` facade, in groups that put a prefix before them; a controller is
named by `[C::class, "method"]`, `"C@method"` or as a class that can be called. Slim's are calls on an
application or a group, Symfony's are attributes. Called by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Evidence, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from xray_graph.model import Call
    from xray_graph.resolve.links.site import Site

_FACADE: Final = "Illuminate.Support.Facades.Route"
_VERBS: Final = {m.lower(): (m,) for m in METHODS[:7]} | {"any": ()}
_CALLED: Final = frozenset({*_VERBS, "map", "match"})
_SLIM: Final = re.compile(
    r"Slim\.(?:Factory\.AppFactory\.create\w*\(\)|App\(\))|DI\.Bridge\.Slim\.Bridge\.create\(\)"
)
_SLIM_GROUP: Final = re.compile(
    r"Slim\.(?:Routing\.RouteCollectorProxy|Interfaces\.RouteCollectorProxyInterface)\(\)"
)
_SYMFONY: Final = frozenset(
    {
        "Symfony.Component.Routing.Attribute.Route",
        "Symfony.Component.Routing.Annotation.Route",
    }
)
_CHAINED: Final = frozenset(
    {"prefix", "middleware", "name", "domain", "controller", "as", "where", "withoutMiddleware"}
)
MAX_DEPTH: Final = 12  # groups in groups


def read(site: Site) -> None:
    words = set(site.view.strings)
    calls = calls_named(site.view, _CALLED, 2)
    groups = _groups(site) if calls else {}
    for call in calls:
        _call(site, call, groups)
    if "Route" in words:
        _attributes(site)


def _groups(site: Site) -> dict[int, int]:
    """Functions that are written as the last argument of `group` → that call."""
    found: dict[int, int] = {}
    for call in calls_named(site.view, ("group",), 1):
        last = site.row(site.row(call.expression)[-1])
        if last[0] == Op.FUNC and last[1] != NONE:
            found[last[1]] = call.expression
    return found


def _call(site: Site, call: Call, groups: dict[int, int]) -> None:
    row = site.row(call.expression)
    callee = site.row(row[2])
    name = site.name(row[2])
    if callee[0] != Op.MEMBER or len(row) < 5 or (name not in _VERBS and name not in {"map", "match"}):
        return
    arguments = list(row[3:])
    methods: tuple[str, ...] = _VERBS.get(name, ())
    if name in {"map", "match"}:
        stated = [site.text(one, call.scope) for one in site.elements(arguments[0])]
        methods = tuple(one.upper() for one in stated if one)
        arguments = arguments[1:]
    text = site.text(arguments[0], call.scope)
    if text is None or len(arguments) < 2:
        return
    place = (call.line, call.start)
    if name != "map" and _is_laravel(site, callee[2], call.scope):
        before = _prefix(site, callee[2], call.scope, groups)
        controller = _controller(site, callee[2], call.scope, groups)
        found = _handler(site, arguments[1], call.scope, call.start, controller)
        # The files of routes stand behind prefixes of the application's own: `routes/api.php`.
        known = before is not None and not site.view.path.endswith("routes/api.php")
        shown = joined(before or "", text)
        site.endpoint(methods, shown, found, place, "laravel", whole=known)
    elif name != "match" and _is_slim(site, callee[2], call.scope):
        before = _slim_prefix(site, callee[2], call.scope, groups)
        found = _handler(site, arguments[1], call.scope, call.start, "")
        site.endpoint(methods, joined(before or "", text), found, place, "slim", whole=before is not None)


# --- Laravel ------------------------------------------------------------------------------------------


def _is_laravel(site: Site, base: int, scope: int) -> bool:
    """`Route`, or what its `prefix`, `middleware` and the like give."""
    for _ in range(MAX_DEPTH):
        if _FACADE in site.of(base, scope):
            return True
        row = site.row(base)
        callee = site.row(row[2]) if row[0] == Op.CALL else (0, NONE)
        if callee[0] != Op.MEMBER or site.name(row[2]) not in _CHAINED:
            return False
        base = callee[2]
    return False


def _prefix(site: Site, base: int, scope: int, groups: dict[int, int]) -> str | None:
    """The prefixes of the chain that a route or group is called on, and of the groups around it."""
    parts: list[str] = []
    for _ in range(MAX_DEPTH):
        while site.row(base)[0] == Op.CALL:
            row = site.row(base)
            if site.name(row[2]) == "prefix" and len(row) > 3:
                text = site.text(row[3], scope)
                if text is None:
                    return None
                parts.insert(0, text)
            base = site.row(row[2])[2]
        group = _around(site, scope, groups)
        if group is None:
            return joined("", "/".join(part.strip("/") for part in parts)) if parts else ""
        call, scope = group
        row = site.row(call)
        if len(row) > 4:  # Route::group(["prefix" => "x"], ...): which of them is the prefix is not kept
            return None
        base = site.row(row[2])[2]
    return None


def _around(site: Site, scope: int, groups: dict[int, int]) -> tuple[int, int] | None:
    """The group that a scope is written in, and the scope that the group stands in."""
    scopes = site.view.facts.scopes
    while scope != NONE:
        owner = scopes[scope].declaration
        if owner in groups and owner != NONE:
            return groups[owner], site.view.declarations[owner].scope
        scope = scopes[scope].parent
    return None


def _controller(site: Site, base: int, scope: int, groups: dict[int, int]) -> str:
    """The class that `Route::controller(C::class)` names for the routes in its group."""
    for _ in range(MAX_DEPTH):
        while site.row(base)[0] == Op.CALL:
            row = site.row(base)
            if site.name(row[2]) == "controller" and len(row) > 3:
                found = site.handlers(row[3], scope, 0)
                return f"{found[0][0]}\n{found[0][1]}" if found else ""
            base = site.row(row[2])[2]
        group = _around(site, scope, groups)
        if group is None:
            return ""
        call, scope = group
        base = site.row(site.row(call)[2])[2]
    return ""


def _handler(site: Site, expression: int, scope: int, at: int, controller: str) -> list[tuple[str, str]]:
    row = site.row(expression)
    text = site.text(expression, scope) if row[0] == Op.LITERAL else None
    if row[0] == Op.SEQUENCE and len(row) == 4:  # [C::class, "method"]
        classes = site.handlers(row[2], scope, at)
        method = site.text(row[3], scope)
        return _method(site, classes[0], method) if classes and method else []
    if text is not None and controller:
        path, _, symbol = controller.partition("\n")
        return _method(site, (path, symbol), text)
    if text is not None:
        return []
    found = site.handlers(expression, scope, at)
    if found and "." not in found[0][1] and site.name(expression) == "class":
        return _method(site, found[0], "__invoke") or found
    return found


def _method(site: Site, owner: tuple[str, str], name: str) -> list[tuple[str, str]]:
    """A method of a class, declared in it."""
    path, symbol = owner
    view = site.project.views.get(path)
    index = view.index_of(symbol) if view is not None else None
    if view is None or index is None:
        return []
    site.project.world.touch(path, symbol)
    return [(path, view.symbols[m]) for m in view.members(index).get(name, ())][:1]


# --- Slim ---------------------------------------------------------------------------------------------


def _is_slim(site: Site, base: int, scope: int) -> bool:
    origins = site.of(base, scope)
    return any(_SLIM.fullmatch(o) or _SLIM_GROUP.fullmatch(o) for o in origins)


def _slim_prefix(site: Site, base: int, scope: int, groups: dict[int, int]) -> str | None:
    parts: list[str] = []
    for _ in range(MAX_DEPTH):
        if any(map(_SLIM.fullmatch, site.of(base, scope))):
            return joined("", "/".join(part.strip("/") for part in parts)) if parts else ""
        group = _around(site, scope, groups)
        if group is None:
            return None
        call, scope = group
        row = site.row(call)
        text = site.text(row[3], scope)
        if text is None:
            return None
        parts.insert(0, text)
        base = site.row(row[2])[2]
    return None


# --- Symfony ------------------------------------------------------------------------------------------


def _attributes(site: Site) -> None:
    view = site.view
    marks: dict[int, list[int]] = {}
    for index, _one, decorator, origins in site.decorated():
        if origins & _SYMFONY and site.row(decorator)[0] == Op.CALL and len(site.row(decorator)) > 3:
            marks.setdefault(index, []).append(decorator)
    for index, said in marks.items():
        one = view.declarations[index]
        if one.kind != "method":
            continue
        for decorator in said:
            text = site.text(site.row(decorator)[3], one.scope)
            above = marks.get(one.parent, [])
            before = site.text(site.row(above[0])[3], one.scope) if above else ""
            if text is not None and before is not None:
                handler = [(view.path, view.symbols[index])]
                place = (one.line, one.start)
                shown = joined(before, text)
                site.endpoint((), shown, handler, place, "symfony", evidence=Evidence.ANNOTATION)
