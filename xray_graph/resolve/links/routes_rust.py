"""Routes of Rust: the attributes of actix-web and Rocket, and the routers of actix-web and axum.

A router is built in one chain of calls; what it is nested in is known where both are written together.
Called by `links`.
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

_VERBS: Final = {m.lower(): (m,) for m in METHODS}
_ATTRIBUTES: Final = re.compile(r"(actix_web|rocket)\.(get|post|put|delete|patch|head|options|route)")
_AXUM: Final = re.compile(r"axum\.Router(?:\.new)?\(\)(?:\.\w+\(\))*")
_ACTIX: Final = re.compile(
    r"actix_web\.(?:App\.new\(\)|web\.(?:scope|resource|ServiceConfig)\(\))(?:\.\w+\(\))*"
)
_ROUTING: Final = re.compile(r"axum\.routing\.(\w+)\(\)(?:\.\w+\(\))*")
_WEB: Final = re.compile(r"actix_web\.web\.(\w+)\(\)")
_MAKES_SERVICE: Final = frozenset({"into_make_service", "into_make_service_with_connect_info"})
MAX_CHAIN: Final = 200


def read(site: Site) -> None:
    if any(one.decorators for one in site.view.declarations):
        _attributes(site)
    words = set(site.view.strings)
    if words.isdisjoint({"route", "service", "nest"}):
        return
    nested = _nested(site)
    for call in calls_named(site.view, ("route",)):
        _route(site, call, nested)


def _attributes(site: Site) -> None:
    for index, one, decorator, origins in site.decorated():
        for origin in origins:
            match = _ATTRIBUTES.fullmatch(origin)
            places = site.positional(decorator) if match else []
            text = site.text(places[0], one.scope) if places else None
            if match is None or text is None:
                continue
            handler = [(site.view.path, site.view.symbols[index])]
            methods = _VERBS.get(match[2], ())
            framework = "actix" if match[1] == "actix_web" else "rocket"
            # A scope elsewhere may put it behind a prefix: whether one does is not looked up.
            site.endpoint(
                methods,
                joined("", text),
                handler,
                (one.line, one.start),
                framework,
                whole=False,
                evidence=Evidence.ANNOTATION,
            )


def _nested(site: Site) -> dict[int, tuple[int, int]]:
    """Routers and scopes that stand as an argument of another's chain → (that call, its path or -1)."""
    found: dict[int, tuple[int, int]] = {}
    for call in calls_named(site.view, ("nest", "service", "merge"), 1):
        row = site.row(call.expression)
        name = site.name(row[2])
        if name == "nest" and len(row) == 5:
            found[row[4]] = (call.expression, row[3])
        elif name in {"service", "merge"} and len(row) == 4:
            found[row[3]] = (call.expression, NONE)
    return found


def _route(site: Site, call: Call, nested: dict[int, tuple[int, int]]) -> None:
    row = site.row(call.expression)
    callee = site.row(row[2])
    if callee[0] != Op.MEMBER or len(callee) != 3:
        return
    origins = site.of(callee[2], call.scope)
    if any(map(_AXUM.fullmatch, origins)) and len(row) == 5:
        text = site.text(row[3], call.scope)
        if text is None:
            return
        prefix, known = _before(site, call, nested)
        for methods, handler in _of_axum(site, row[4], call.scope):
            handlers = site.handlers(handler, call.scope, call.start)
            place = (call.line, call.start)
            site.endpoint(methods, joined(prefix, text), handlers, place, "axum", whole=known)
    elif any(map(_ACTIX.fullmatch, origins)):
        text = site.text(row[3], call.scope) if len(row) == 5 else ""
        found = _of_actix(site, row[-1], call.scope)
        if text is None or found is None:
            return
        methods, handler = found
        prefix, known = _before(site, call, nested)
        handlers = site.handlers(handler, call.scope, call.start)
        site.endpoint(methods, joined(prefix, text), handlers, (call.line, call.start), "actix", whole=known)


def _of_axum(site: Site, expression: int, scope: int) -> list[tuple[tuple[str, ...], int]]:
    """`get(list).post(make)`: each method with its handler."""
    found: list[tuple[tuple[str, ...], int]] = []
    for _ in range(MAX_CHAIN):
        row = site.row(expression)
        if row[0] != Op.CALL or not any(map(_ROUTING.fullmatch, site.of(expression, scope))):
            break
        name = site.name(row[2])
        if (name in _VERBS or name == "any") and len(row) == 4:
            found.insert(0, (_VERBS.get(name, ()), row[3]))
        callee = site.row(row[2])
        if callee[0] != Op.MEMBER or len(callee) != 3:
            break
        expression = callee[2]
    return found


def _of_actix(site: Site, expression: int, scope: int) -> tuple[tuple[str, ...], int] | None:
    """`web::get().to(f)`."""
    row = site.row(expression)
    callee = site.row(row[2]) if row[0] == Op.CALL else (0, NONE)
    if callee[0] != Op.MEMBER or site.name(row[2]) != "to" or len(row) != 4:
        return None
    for one in site.of(callee[2], scope):
        match = _WEB.fullmatch(one)
        if match:
            return _VERBS.get(match[1], ()), row[3]
    return None


def _before(site: Site, call: Call, nested: dict[int, tuple[int, int]]) -> tuple[str, bool]:
    """The prefix of the chain that a route is added in, and whether that is all of it."""
    parts: list[str] = []
    expression = call.expression
    known = True
    for _ in range(MAX_CHAIN):
        head = _head(site, expression)
        row = site.row(head)
        name = site.name(row[2])
        if name in {"scope", "resource"} and len(row) > 3:
            text = site.text(row[3], call.scope)
            known = known and text is not None
            parts.insert(0, text or "")
        whole = _outermost(site, expression)
        if whole not in nested:
            return joined("", "/".join(p.strip("/") for p in parts if p.strip("/"))) if parts else "", (
                known and (_stands_alone(site, head, call.scope) or _is_served(site, whole))
            )
        expression, path = nested[whole]
        if path != NONE:
            text = site.text(path, call.scope)
            known = known and text is not None
            parts.insert(0, text or "")
    return "", False


def _head(site: Site, expression: int) -> int:
    """The call that a chain begins with."""
    for _ in range(MAX_CHAIN):
        row = site.row(expression)
        callee = site.row(row[2]) if row[0] == Op.CALL else (0, NONE)
        if callee[0] != Op.MEMBER or len(callee) != 3 or site.row(callee[2])[0] != Op.CALL:
            break
        expression = callee[2]
    return expression


def _outermost(site: Site, expression: int) -> int:
    """The last call of the chain that a call is part of."""
    following = site.chains()
    while expression in following:
        expression = following[expression]
    return expression


def _is_served(site: Site, router: int) -> bool:
    """Whether a router, or the variable that holds it, is what a server is started with."""
    held = {one.name for one in site.view.facts.bindings if one.value == router}
    for call in calls_named(site.view, {*_MAKES_SERVICE, "serve"}):
        row = site.row(call.expression)
        callee = site.row(row[2])
        if site.name(row[2]) in _MAKES_SERVICE and callee[0] == Op.MEMBER:
            if callee[2] == router or site.name(callee[2]) in held:
                return True
        elif (
            site.name(row[2]) == "serve"
            and (row[-1] == router or site.name(row[-1]) in held)
            and "axum.serve" in site.of(row[2], call.scope)
        ):
            return True
    return False


def _stands_alone(site: Site, head: int, scope: int) -> bool:
    """Whether a chain begins an application, and no scope or router that another may put somewhere."""
    row = site.row(head)
    return any(o.startswith("actix_web.App.new") for o in site.of(row[2], scope))
