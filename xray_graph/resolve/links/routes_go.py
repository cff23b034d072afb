"""Routes of Go: `net/http`, Gin, Echo, Fiber, chi and gorilla/mux.

A router is known by what made it or by its declared type. Its prefix is followed from group to group,
through variables and the functions that a router is handed to in place. Called by `links`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from xray_graph.model import NONE, Op
from xray_graph.resolve.links.calls import calls_named
from xray_graph.resolve.links.site import METHODS, joined

if TYPE_CHECKING:
    from xray_graph.model import Call
    from xray_graph.resolve.links.origins import Place
    from xray_graph.resolve.links.site import Site

_UPPER: Final = frozenset(METHODS)
_TITLE: Final = frozenset(m.capitalize() for m in METHODS)
# Framework → what its routers come from; the first group says that nothing comes before their paths.
_ROUTERS: Final = {
    "gin": re.compile(
        r"github\.com/gin-gonic/gin\.(?:(Default|New|Engine)|RouterGroup|IRouter|IRoutes)\(\)((?:\.Group\(\))*)"
    ),
    "echo": re.compile(r"github\.com/labstack/echo\.(?:(New|Echo)|Group)\(\)((?:\.Group\(\))*)"),
    "fiber": re.compile(r"github\.com/gofiber/fiber\.(?:(New|App)|Router|Group)\(\)((?:\.Group\(\))*)"),
    "chi": re.compile(r"github\.com/go-chi/chi\.(?:(NewRouter|NewMux)|Router|Mux)\(\)((?:\.With\(\))*)"),
    "gorilla": re.compile(
        r"github\.com/gorilla/mux\.(?:(NewRouter)|Router)\(\)((?:\.PathPrefix\(\)\.Subrouter\(\))*)"
    ),
    "net/http": re.compile(r"net/http\.(?:(NewServeMux)|ServeMux)\(\)()"),
}
_PLAIN: Final = frozenset({"net/http.HandleFunc", "net/http.Handle"})
_NAMES: Final = {
    "gin": _UPPER | {"Any", "Handle"},
    "echo": _UPPER | {"Any", "Add"},
    "fiber": _TITLE | {"All", "Add"},
    "chi": _TITLE | {"Method", "MethodFunc", "HandleFunc", "Handle"},
    "gorilla": frozenset({"HandleFunc", "Handle"}),
    "net/http": frozenset({"HandleFunc", "Handle"}),
}
_CALLED: Final = frozenset().union(*_NAMES.values())
_WITH_METHOD: Final = frozenset({"Method", "MethodFunc", "Add"})
_GROUPS: Final = frozenset({"Group", "PathPrefix", "Route"})
_PATTERN: Final = re.compile(r"(?:([A-Z]+)[ \t]+)?([^/\s]*)(/\S*)")
_CONSTANT: Final = re.compile(r"Method([A-Z][a-z]+)")
MAX_DEPTH: Final = 10  # groups in groups


def read(site: Site) -> None:
    if _CALLED.isdisjoint(site.view.strings):
        return
    taken = _taken(site)
    for call in calls_named(site.view, _CALLED, 2):
        if site.row(site.row(call.expression)[2])[0] == Op.MEMBER:
            _call(site, call, taken)


def _call(site: Site, call: Call, taken: dict[int, int]) -> None:
    row = site.row(call.expression)
    name, base = site.name(row[2]), site.row(row[2])[2]
    arguments = list(row[3:])
    plain = bool(_PLAIN & site.of(row[2], call.scope))
    framework = "net/http" if plain else _framework(site, base, call.scope)
    if not framework or name not in _NAMES[framework] or len(arguments) < 2:
        return
    methods: tuple[str, ...] = ()
    if name in _WITH_METHOD or (framework == "gin" and name == "Handle"):
        method = _method(site, arguments[0], call.scope)
        if method is None or len(arguments) < 3:
            return
        methods, arguments = (method,), arguments[1:]
    elif name.upper() in _UPPER:
        methods = (name.upper(),)
    text, complete = _path(site, arguments[0], call.scope)
    if text is None:
        return
    if framework == "net/http":
        match = _PATTERN.fullmatch(text)
        if match is None:
            return
        methods, text = (match[1],) if match[1] else (), match[3]
    elif framework == "gorilla":
        methods = _of_gorilla(site, call.expression)
    handlers = site.handlers(
        arguments[1] if framework == "net/http" else arguments[-1], call.scope, call.start
    )
    if framework == "echo":
        handlers = site.handlers(arguments[1], call.scope, call.start)
    prefix = "" if plain else _prefix(site, base, call.scope, taken)
    shown = joined(prefix or "", text)
    whole = complete and prefix is not None
    site.endpoint(methods, shown, handlers, (call.line, call.start), framework, whole=whole)


def _framework(site: Site, base: int, scope: int) -> str:
    for one in site.of(base, scope):
        for name, pattern in _ROUTERS.items():
            if pattern.fullmatch(one):
                return name
    return ""


def _method(site: Site, argument: int, scope: int) -> str | None:
    """`"GET"`, `http.MethodGet`."""
    text = site.text(argument, scope)
    if text is not None:
        return text.upper() if text.upper() in _UPPER else None
    match = _CONSTANT.fullmatch(site.name(argument))
    known = match and any(one.startswith("net/http.Method") for one in site.of(argument, scope))
    return match[1].upper() if match and known else None


def _of_gorilla(site: Site, call: int) -> tuple[str, ...]:
    """The methods of `r.HandleFunc(...).Methods("GET", "POST")`."""
    for other in site.view.facts.calls:
        row = site.row(other.expression)
        callee = site.row(row[2])
        if callee[0] == Op.MEMBER and callee[2] == call and site.name(row[2]) == "Methods":
            found = [_method(site, one, other.scope) for one in row[3:]]
            return tuple(one for one in found if one)
    return ()


def _path(site: Site, argument: int, scope: int) -> tuple[str | None, bool]:
    """A path, and whether it is all of it: of `base + "/x"` the end is known."""
    text = site.text(argument, scope)
    if text is not None:
        return text, True
    row = site.row(argument)
    if row[0] == Op.BINARY and site.view.strings[row[1]] == "+":
        left, right = site.text(row[2], scope), site.text(row[3], scope)
        if left is not None and right is not None:
            return left + right, True
        if right is not None and right.startswith("/"):
            return right, False
    return None, False


def _taken(site: Site) -> dict[int, int]:
    """Functions that are a group's last argument → that call: `r.Route("/x", func(r chi.Router) ...)`."""
    found: dict[int, int] = {}
    for call in calls_named(site.view, _GROUPS, 1):
        last = site.row(site.row(call.expression)[-1])
        if last[0] == Op.FUNC and last[1] != NONE:
            found[last[1]] = call.expression
    return found


def _prefix(site: Site, base: int, scope: int, taken: dict[int, int], depth: int = 0) -> str | None:
    """What comes before the paths of a router; None where that is not known."""
    if depth > MAX_DEPTH:
        return None
    place = site.origins.value(site.view, base, scope)
    row = place.view.expressions[place.expression]
    if row[0] == Op.CALL:
        return _made(site, place, row, taken, depth)
    if place.view is not site.view:
        return None
    if row[0] == Op.NAME:
        owner = _handed(site, site.view.strings[row[1]], place.scope)
        if owner in taken:  # a parameter of the function that a group is written with
            group = site.row(taken[owner])
            outer = site.view.declarations[owner].scope
            before = _prefix(site, site.row(group[2])[2], outer, taken, depth + 1)
            text = "" if len(group) == 4 else site.text(group[3], outer)
            return None if before is None or text is None else joined(before, text) if text else before
    origins = site.of(place.expression, place.scope)
    matches = [m for one in origins for p in _ROUTERS.values() if (m := p.fullmatch(one))]
    return "" if matches and all(m[1] and not m[2] for m in matches) else None


def _made(site: Site, place: Place, row: tuple[int, ...], taken: dict[int, int], depth: int) -> str | None:
    """Of a router that a call makes: nothing for a new one, the group's own path behind what is before it."""
    callee = place.view.expressions[row[2]]
    name = place.view.name(row[2])
    if callee[0] != Op.MEMBER or name not in _GROUPS | {"Subrouter", "With"}:
        return "" if any(p.fullmatch(o) for o in site.origins.of(*place) for p in _ROUTERS.values()) else None
    if place.view is not site.view:
        return None
    before = _prefix(site, callee[2], place.scope, taken, depth + 1)
    if name in {"Subrouter", "With"}:
        return before
    text = site.text(row[3], place.scope) if len(row) > 3 else ""
    return None if before is None or text is None else joined(before, text) if text else before


def _handed(site: Site, name: str, scope: int) -> int:
    """The function that has a parameter of this name around a scope, or -1."""
    scopes = site.view.facts.scopes
    while scope != NONE:
        if site.view.bindings(scope, name):
            kinds = {one.kind for one in site.view.bindings(scope, name)}
            return scopes[scope].declaration if kinds == {"parameter"} else NONE
        scope = scopes[scope].parent
    return NONE
